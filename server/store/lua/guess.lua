-- KEYS counters of wrong guesses · ARGV ms without a guess until they are forgotten; of each counter: how many are free,
-- the first pause in ms, the longest -> ms to wait; 0 if the guess has been counted
-- Counted before it is judged, so that many guesses at once cannot get around the pauses; `uncount` takes it back.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
for _, key in ipairs(KEYS) do
  wait = math.max(wait, tonumber(redis.call('HGET', key, 'until') or 0) - now)
end
if wait > 0 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  local free, first, longest = tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3]), tonumber(ARGV[i * 3 + 1])
  local over = redis.call('HINCRBY', key, 'wrong', 1) - free
  if over > 0 then
    redis.call('HSET', key, 'until', string.format('%.0f', now + math.min(longest, first * 2 ^ (over - 1))))
  end
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0
