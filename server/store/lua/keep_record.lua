-- KEYS rec, rq · ARGV record, ms to keep it, then fields and values (none: it cannot be made)
-- -> 1 kept, 0 it was there, or is not wanted
redis.call('ZREM', KEYS[2], ARGV[1])
if redis.call('HEXISTS', KEYS[1], 'room') == 0 then return 0 end
redis.call('HDEL', KEYS[1], 'room', 'match')
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
