-- KEYS counters of wrong guesses · Uncounts the last guess and its pause: it was not wrong.
for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then
    redis.call('HDEL', key, 'until')
    if redis.call('HINCRBY', key, 'wrong', -1) <= 0 then redis.call('DEL', key) end
  end
end
return 0
