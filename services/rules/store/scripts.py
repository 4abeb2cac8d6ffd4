"""The scripts that run inside Redis: each writes all of what it has to, or nothing."""

from typing import Final

CREATE: Final = """
-- KEYS: game, log, deadlines   ARGV: id, settled, state, deadline or '', events...
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 5))
redis.call('HSET', KEYS[1], 'settled', ARGV[2], 'version', 0, 'state', ARGV[3],
  'deadline', ARGV[4], 'length', length)
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
end
return 1
"""

WRITE: Final = """
-- KEYS: game, log, deadlines, outbox, receipt if there is one
-- ARGV: id, expected version, version, state, deadline or '', channel,
--       receipt or '', its seconds, seats that were left, trace or '', number of events,
--       events..., messages...
if KEYS[5] then
  local receipt = redis.call('GET', KEYS[5])
  if receipt then
    return {'repeated', receipt}
  end
end
local found = redis.call('HMGET', KEYS[1], 'version', 'deadline')
if found[1] ~= ARGV[2] then
  return {'stale', found[1]}
end
local events = tonumber(ARGV[11])
local length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 12, 11 + events))
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'state', ARGV[4], 'deadline', ARGV[5],
  'length', length)
if ARGV[9] ~= '' then
  redis.call('HSET', KEYS[1], 'left', ARGV[9])
end
if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
elseif found[2] ~= '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
end
local trace = ARGV[10] ~= '' and {'trace', ARGV[10]} or {}
for at = 12 + events, #ARGV do
  redis.call('XADD', KEYS[4], '*', 'message', ARGV[at], unpack(trace))
end
if KEYS[5] then
  redis.call('SET', KEYS[5], ARGV[7], 'EX', ARGV[8])
end
redis.call('PUBLISH', ARGV[6], ARGV[1])
return {'written', ARGV[3]}
"""
