-- KEYS rq · ARGV record, lease -> nothing. Nobody claims it meanwhile.
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
return 0
