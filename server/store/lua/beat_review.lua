-- KEYS rec, pulse · ARGV how far it is, ms that the pulse lasts -> 1 renewed, 0 the record has been deleted
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return 1
