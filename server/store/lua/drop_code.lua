-- KEYS code · ARGV room -> 1 dropped, 0 it was not the room's (or no longer)
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
