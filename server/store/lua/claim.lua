-- KEYS beat, tm of some shards · ARGV lease, head start of the worker that last committed the room, limit
-- -> now, the next score or -1, then room, wake, room, wake, ...
-- The room's own field `w` is authoritative; the sorted set is its index. A claimed room comes back after the lease
-- unless its wake is committed, so nothing is lost when the claimer dies.
local now = platform(KEYS[1])
local ripe = now - ARGV[2]
local answer = { now, -1 }
for i = 2, #KEYS do
  local tm = KEYS[i]
  local first = redis.call('ZRANGE', tm, 0, 0, 'WITHSCORES')
  if first[1] and tonumber(first[2]) <= ripe then
    for _, room in ipairs(redis.call('ZRANGEBYSCORE', tm, '-inf', ripe, 'LIMIT', 0, ARGV[3])) do
      local wake = redis.call('HGET', string.sub(tm, 1, -3) .. 'r:' .. room, 'w')
      if not wake or wake == '' then
        redis.call('ZREM', tm, room)
      elseif tonumber(wake) > ripe then
        redis.call('ZADD', tm, wake, room)
      else
        redis.call('ZADD', tm, now + ARGV[1], room)
        answer[#answer + 1] = room
        answer[#answer + 1] = tonumber(wake)
      end
    end
    first = redis.call('ZRANGE', tm, 0, 0, 'WITHSCORES')
  end
  if first[1] and (answer[2] < 0 or tonumber(first[2]) < answer[2]) then answer[2] = tonumber(first[2]) end
end
return answer
