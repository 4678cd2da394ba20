-- KEYS beat, workers · ARGV worker -> the store's clock, time down so far, 1 if the worker was known
local now, clock, at = platform(KEYS[1])
if clock <= at or clock - at >= 300 then
  redis.call('HSET', KEYS[1], 'at', clock, 'down', clock - now)
end
local known = redis.call('ZSCORE', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[2], now, ARGV[1])
return { clock, clock - now, known and 1 or 0 }
