-- KEYS beat, workers · ARGV worker, ms without a beat, limit, name of a set of connections without its worker
-- -> connections of dead workers. They move to the claimer's set, so if it dies too, they are claimed again.
local now = platform(KEYS[1])
local found = {}
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. (now - ARGV[2]))) do
  if dead ~= ARGV[1] then
    local held = redis.call('SRANDMEMBER', ARGV[4] .. dead, ARGV[3] - #found)
    for _, connection in ipairs(held) do
      redis.call('SMOVE', ARGV[4] .. dead, ARGV[4] .. ARGV[1], connection)
      found[#found + 1] = connection
    end
    if redis.call('EXISTS', ARGV[4] .. dead) == 0 then redis.call('ZREM', KEYS[2], dead) end
    if #found >= tonumber(ARGV[3]) then break end
  end
end
return found
