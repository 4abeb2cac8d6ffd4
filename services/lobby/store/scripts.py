"""The script that runs inside Redis: it writes all of a change, or nothing."""

from typing import Final

COMMIT: Final = """
-- KEYS: events, number of the last one, outbox, receipt, records..., lists...
-- ARGV: channel, events kept, receipt or '', its seconds, how many records, lists, events,
--       trace or ''; of each record: expected version, 'set', 'drop' or 'keep', document;
--       of each list: member, score or ''; events...; messages...
if ARGV[3] ~= '' then
  local receipt = redis.call('GET', KEYS[4])
  if receipt then
    return {'repeated', receipt}
  end
end
local records, lists, events = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
for at = 1, records do
  if (redis.call('HGET', KEYS[4 + at], 'version') or '0') ~= ARGV[6 + 3 * at] then
    return {'stale', ''}
  end
end
for at = 1, records do
  local name, expected, what = KEYS[4 + at], ARGV[6 + 3 * at], ARGV[7 + 3 * at]
  if what == 'set' then
    redis.call('HSET', name, 'version', expected + 1, 'document', ARGV[8 + 3 * at])
  elseif what == 'drop' then
    redis.call('DEL', name)
  end
end
local next = 9 + 3 * records
for at = 1, lists do
  local name, member, score = KEYS[4 + records + at], ARGV[next], ARGV[next + 1]
  if score == '' then
    redis.call('ZREM', name, member)
  else
    redis.call('ZADD', name, score, member)
  end
  next = next + 2
end
for at = next, next + events - 1 do
  local number = redis.call('INCR', KEYS[2])
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], number .. '-0', 'event', ARGV[at])
end
local trace = ARGV[8] ~= '' and {'trace', ARGV[8]} or {}
for at = next + events, #ARGV do
  redis.call('XADD', KEYS[3], '*', 'message', ARGV[at], unpack(trace))
end
if ARGV[3] ~= '' then
  redis.call('SET', KEYS[4], ARGV[3], 'EX', ARGV[4])
end
if events > 0 then
  redis.call('PUBLISH', ARGV[1], 'events')
end
return {'written', ''}
"""
