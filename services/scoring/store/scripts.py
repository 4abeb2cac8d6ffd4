"""The scripts that run inside Redis: each writes all of what it has to, or nothing.

What follows from results comes as one JSON document. The values on boards are texts in it, so
they are exact however a server's Lua writes numbers; what is kept of players is text too, and
the scripts do not look into it.
"""

from typing import Final

_APPLY: Final = """
local function apply(records, counters, boards, first, derived)
  for player, record in pairs(derived.records) do
    redis.call('HSET', records, player, record)
  end
  for at, board in ipairs(derived.boards) do
    redis.call('SADD', boards, board.name)
    for _, spot in ipairs(board.spots) do
      redis.call('ZADD', KEYS[first + at - 1], spot[1], spot[2])
    end
  end
  for at, history in ipairs(derived.history) do
    redis.call('RPUSH', KEYS[first + #derived.boards + at - 1], unpack(history))
  end
  for name, by in pairs(derived.counters) do
    redis.call('HINCRBY', counters, name, by)
  end
end
"""

TAKE: Final = (
    _APPLY
    + """
-- KEYS: generations, results, order, messages, outbox, dead, ids of the dead,
--       records, counters, names of boards, boards..., histories...
-- ARGV: message id, game, result, announcement, generation, derived, trace or '',
--       then of each player the name and the record that is expected, or ''
local known = redis.call('SISMEMBER', KEYS[4], ARGV[1]) + redis.call('HEXISTS', KEYS[2], ARGV[2])
if known > 0 then
  redis.call('HDEL', KEYS[6], ARGV[1])
  redis.call('ZREM', KEYS[7], ARGV[1])
  return {'repeated', 0}
end
if (redis.call('HGET', KEYS[1], 'present') or '0') ~= ARGV[5] then
  return {'stale', 0}
end
for at = 8, #ARGV, 2 do
  if (redis.call('HGET', KEYS[8], ARGV[at]) or '') ~= ARGV[at + 1] then
    return {'stale', 0}
  end
end
local sequence = redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[2], sequence .. '\\n' .. ARGV[3])
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('XADD', KEYS[5], '*', 'message', ARGV[4],
  unpack(ARGV[7] ~= '' and {'trace', ARGV[7]} or {}))
redis.call('HDEL', KEYS[6], ARGV[1])
redis.call('ZREM', KEYS[7], ARGV[1])
apply(KEYS[8], KEYS[9], KEYS[10], 11, cjson.decode(ARGV[6]))
return {'written', sequence}
"""
)

ADD: Final = (
    _APPLY
    + """
-- KEYS: records, counters, names of boards, boards..., histories...   ARGV: derived
apply(KEYS[1], KEYS[2], KEYS[3], 4, cjson.decode(ARGV[1]))
return 1
"""
)

SWAP: Final = """
-- KEYS: generations, order   ARGV: generation, number of results it was made from
local results = redis.call('LLEN', KEYS[2])
if tonumber(redis.call('HGET', KEYS[1], 'present') or '0') >= tonumber(ARGV[1]) then
  return {'superseded', results}
end
if results ~= tonumber(ARGV[2]) then
  return {'grown', results}
end
redis.call('HSET', KEYS[1], 'present', ARGV[1])
return {'swapped', results}
"""

BURY: Final = """
-- KEYS: messages, dead, ids of the dead   ARGV: message id, document
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], 0, ARGV[1])
return 1
"""

DROP: Final = """
-- KEYS: dead, ids of the dead   ARGV: message id
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('HDEL', KEYS[1], ARGV[1])
"""
