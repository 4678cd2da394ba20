-- KEYS rec · ARGV field, value -> 1 noted, 2 noted again, 0 there is no such record
if redis.call('HEXISTS', KEYS[1], 'data') == 0 then return 0 end
return 2 - redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
