#!/bin/sh
# Starts the gateway: fills in where names are looked up, and becomes nginx.
#
# nginx asks a name server itself, again and again, so containers may come and go; it does not read
# /etc/resolv.conf. DOMAIN is put behind the names of services where plain names mean nothing to
# the name server (in Kubernetes: .<namespace>.svc.cluster.local). FILES is where this script lies
# beside nginx.conf and editions.map. `start.sh reload` lets a running gateway read them again.
set -eu

files=${FILES:-$(dirname "$0")}
made=${TMPDIR:-/tmp}/gateway

first_server() {
  # Only the first: nginx asks them in turn, and others may not know the containers' names.
  # An IPv6 address needs brackets; a scope (%eth0) means nothing to nginx.
  awk '$1 == "nameserver" {
         sub(/%.*/, "", $2); print ($2 ~ /:/ ? "[" $2 "]" : $2); exit
       }' /etc/resolv.conf
}

make_files() {
  server=${RESOLVER:-$(first_server)}
  if [ -z "$server" ]; then
    echo "gateway: /etc/resolv.conf names no server; say one with RESOLVER" >&2
    exit 1
  fi
  mkdir -p "$made"
  sed "s|@DOMAIN@|${DOMAIN:-}|g" "$files/editions.map" > "$made/editions.map"
  sed -e "s|@RESOLVER@|$server|g" -e "s|@DOMAIN@|${DOMAIN:-}|g" -e "s|@MADE@|$made|g" \
    "$files/nginx.conf" > "$made/nginx.conf"
}

make_files
if [ "${1:-}" = reload ]; then
  nginx -t -q -c "$made/nginx.conf"
  exec nginx -s reload -c "$made/nginx.conf"
fi
exec nginx -c "$made/nginx.conf" -g "daemon off;"
