-- KEYS gc of a shard · ARGV now, limit -> the number of rooms left. Forgets rooms that have expired.
local prefix = string.sub(KEYS[1], 1, -3)
for _, room in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])) do
  local left = redis.call('PTTL', prefix .. 'r:' .. room)
  if left == -2 then
    redis.call('ZREM', KEYS[1], room)
    redis.call('ZREM', prefix .. 'tm', room)
  else
    redis.call('ZADD', KEYS[1], ARGV[1] + math.max(left, 60000), room)
  end
end
return redis.call('ZCARD', KEYS[1])
