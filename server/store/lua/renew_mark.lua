-- KEYS mark · ARGV value (msgpack, its maker first), ms that it lasts; 0: remove it -> 1 done, 0 it is somebody else's
local marked = redis.call('GET', KEYS[1])
if marked and cmsgpack.unpack(marked)[1] ~= cmsgpack.unpack(ARGV[1])[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return 1
