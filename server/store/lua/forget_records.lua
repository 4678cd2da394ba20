-- KEYS when, size of all records · ARGV records that have been deleted -> how many were known
local known = 0
for _, record in ipairs(ARGV) do
  if redis.call('ZREM', KEYS[1], record) == 1 then
    redis.call('HINCRBY', KEYS[2], '', -(redis.call('HGET', KEYS[2], record) or 0))
    redis.call('HDEL', KEYS[2], record)
    known = known + 1
  end
end
return known
