-- KEYS rec · ARGV what it was, what it is to be, a field to delete -> 1 replaced, 0 it is something else by now
if redis.call('HGET', KEYS[1], 'data') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'data', ARGV[2])
redis.call('HDEL', KEYS[1], ARGV[3])
return 1
