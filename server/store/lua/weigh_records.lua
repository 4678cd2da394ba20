-- KEYS when, size of all records · ARGV now, ms to keep one, bytes to keep of all, limit, record, bytes that it has,
-- or, after `more`, that have come to it since
-- -> records to delete, oldest first, until all of the others are young enough and fit; never the one that comes
local known = redis.call('ZSCORE', KEYS[1], ARGV[5])
if not known and not ARGV[7] then redis.call('ZADD', KEYS[1], ARGV[1], ARGV[5]) end
if (known and ARGV[7]) or not (known or ARGV[7]) then
  redis.call('HINCRBY', KEYS[2], ARGV[5], ARGV[6])
  redis.call('HINCRBY', KEYS[2], '', ARGV[6])
end
local total = tonumber(redis.call('HGET', KEYS[2], '') or 0)
local found = {}
local oldest = redis.call('ZRANGE', KEYS[1], 0, ARGV[4] - 1, 'WITHSCORES')
for i = 1, #oldest, 2 do
  if total <= tonumber(ARGV[3]) and tonumber(oldest[i + 1]) > ARGV[1] - ARGV[2] then break end
  if oldest[i] ~= ARGV[5] then
    total = total - (redis.call('HGET', KEYS[2], oldest[i]) or 0)
    found[#found + 1] = oldest[i]
  end
end
return found
