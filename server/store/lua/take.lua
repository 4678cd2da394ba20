-- KEYS bucket · ARGV ms per token, burst, cost -> ms to wait, 0 when taken
-- The bucket is one number: when it will be full again (generic cell rate).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + ARGV[1] * ARGV[3]
local wait = full - ARGV[1] * ARGV[2] - now
if wait > 0 then return math.ceil(wait) end
if full > now then redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now)) end
return 0
