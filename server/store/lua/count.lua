-- KEYS windows · ARGV limit and ms of each -> ms to wait; 0: one call has been counted in all of them
-- A window is a list of the times of its calls, oldest first. Refused calls do not count.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
for i, key in ipairs(KEYS) do
  local limit, span = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= now - span do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  if redis.call('LLEN', key) >= limit then wait = math.max(wait, oldest + span - now) end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  redis.call('RPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, ARGV[2 * i])
end
return 0
