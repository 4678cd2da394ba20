-- KEYS scores, facts, booked · ARGV match, now, ms to keep it, then player, points, number of facts, fact, amount, ...
-- -> 1 recorded, 0 recorded before
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[2] - ARGV[3])
if redis.call('ZADD', KEYS[3], 'NX', ARGV[2], ARGV[1]) == 0 then return 0 end
local i = 4
while i <= #ARGV do
  redis.call('ZINCRBY', KEYS[1], ARGV[i + 1], ARGV[i])
  for j = i + 3, i + 1 + 2 * ARGV[i + 2], 2 do
    redis.call('HINCRBY', KEYS[2], ARGV[i] .. '|' .. ARGV[j], ARGV[j + 1])
  end
  i = i + 3 + 2 * ARGV[i + 2]
end
return 1
