-- KEYS rq of some shards · ARGV lease, limit -> records to make
-- A claimed one comes back after the lease unless it is made, so a claimer's death loses nothing.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for _, queue in ipairs(KEYS) do
  for _, record in ipairs(redis.call('ZRANGEBYSCORE', queue, '-inf', now, 'LIMIT', 0, ARGV[2] - #found)) do
    redis.call('ZADD', queue, now + ARGV[1], record)
    found[#found + 1] = record
  end
  if #found >= tonumber(ARGV[2]) then break end
end
return found
