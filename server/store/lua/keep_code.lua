-- KEYS code · ARGV room, ttl -> 1 the code is the room's, 0 it is another room's
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
