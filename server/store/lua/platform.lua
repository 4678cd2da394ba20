-- Platform time: the store's clock minus all the time without a beat, so that our outages cost nobody their turn.
-- It stops two seconds after the last beat before an outage, and while the store's clock is behind where it was.
local function platform(key)
  local time = redis.call('TIME')
  local clock = time[1] * 1000 + math.floor(time[2] / 1000)
  local beat = redis.call('HMGET', key, 'at', 'down')
  local at, down = tonumber(beat[1] or clock), tonumber(beat[2] or 0)
  local now = clock - down
  if clock < at then
    now = at - down
  elseif clock - at > 5000 then
    now = at + 2000 - down
  end
  return now, clock, at
end
