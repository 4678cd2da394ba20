-- KEYS room, ev, log, tm, gc, beat
-- ARGV of the room: incarnation, schema, allowed drift, room id, channel, PUBLISH or SPUBLISH
--      of this commit: expected version, now, tag, hot, cold or '', entry, log, wake or '', ttl or 0 (not renewed)
--      if a match begins or ends with it: KEYS re, rq, rec
--      ARGV number of the match, `start` or `end`, what replays need of that, its record if it ends, or ''
-- -> {0, now} done · {1, v, inc, tag, sv, hot, cold} conflict · {2} gone · {3, now} drift · {4} newer worker
local now = platform(KEYS[6])
local room = redis.call('HMGET', KEYS[1], 'v', 'inc', 'tag', 'sv')
local version = room[1] or '0'
if version == '0' then
  if ARGV[7] ~= '0' then return { 2 } end
else
  if room[2] ~= ARGV[1] and ARGV[7] ~= '0' then return { 2 } end
  if tonumber(ARGV[2]) < tonumber(room[4]) then return { 4 } end
  if version ~= ARGV[7] then
    -- This commit was kept before, and only the answer was lost. Write again, so that a WAIT on this connection
    -- covers it.
    if room[3] == ARGV[9] and room[2] == ARGV[1] and tonumber(version) == ARGV[7] + 1 then
      redis.call('HSET', KEYS[1], 'v', version)
      return { 0, now }
    end
    local parts = redis.call('HMGET', KEYS[1], 'hot', 'cold')
    return { 1, version, room[2], room[3], room[4], parts[1], parts[2] }
  end
end
if math.abs(ARGV[8] - now) > tonumber(ARGV[3]) then return { 3, now } end

local at = string.format('%.0f', version + 1)
redis.call('HSET', KEYS[1], 'v', at, 'tag', ARGV[9], 'hot', ARGV[10], 'w', ARGV[14])
if ARGV[11] ~= '' then redis.call('HSET', KEYS[1], 'cold', ARGV[11]) end
if version == '0' then redis.call('HSET', KEYS[1], 'inc', ARGV[1]) end
if room[4] ~= ARGV[2] then redis.call('HSET', KEYS[1], 'sv', ARGV[2]) end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 128, at .. '-0', 'e', ARGV[12])
if ARGV[13] ~= '' then redis.call('XADD', KEYS[3], at .. '-0', 'm', ARGV[13]) end
if ARGV[14] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[14], ARGV[4])
else
  redis.call('ZREM', KEYS[4], ARGV[4])
end
if ARGV[16] then
  redis.call('HSET', KEYS[7], ARGV[16] .. '.' .. ARGV[17], ARGV[18])
  local forgotten = string.format('%.0f', ARGV[16] - 20)
  redis.call('HDEL', KEYS[7], forgotten .. '.start', forgotten .. '.end')
  if ARGV[19] ~= '' then
    redis.call('HSET', KEYS[9], 'room', ARGV[4], 'match', ARGV[16])
    redis.call('PEXPIRE', KEYS[9], ARGV[15])
    redis.call('ZADD', KEYS[8], 0, ARGV[19])
  end
end
if ARGV[15] ~= '0' then
  for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[15]) end
  redis.call('PEXPIRE', KEYS[1] .. ':re', ARGV[15])
  redis.call('ZADD', KEYS[5], now + ARGV[15], ARGV[4])
end
-- A large message could overflow a slow subscriber's buffer. A head alone makes the feed read the stream.
redis.call(ARGV[6], ARGV[5], #ARGV[12] <= 8192 and ARGV[12] or string.sub(ARGV[12], 1, 12))
return { 0, now }
