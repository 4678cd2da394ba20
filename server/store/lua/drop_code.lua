-- KEYS code · ARGV room -> 1 dropped, 0 not dropped: the code is not, or no longer, the room's
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
