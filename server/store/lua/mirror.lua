-- KEYS a shard's copy of the beat (a cluster's script cannot reach the beat itself) · ARGV at, down
local at = redis.call('HGET', KEYS[1], 'at')
if not at or tonumber(at) < tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'at', ARGV[1], 'down', ARGV[2])
end
return 0
