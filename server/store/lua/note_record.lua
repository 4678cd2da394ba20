-- KEYS rec · ARGV field, value -> 1 noted, 0 there is no such record
if redis.call('HEXISTS', KEYS[1], 'data') == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
