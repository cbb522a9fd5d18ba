-- The words of a text without case and accents, for full text search. The configuration `simple` keeps every word of every language.
-- Punctuation becomes a space, because the parser would take "kora/harp" for one word. The search path is a part of the function, so that
-- the planner does not inline it. It would lose the cost, and compute the words of a whole table to find few rows.
create or replace function search_words(value text) returns tsvector
  language sql immutable strict parallel safe cost 5000
  set search_path from current
  return to_tsvector('simple', regexp_replace(folded(value), '[^a-z0-9\u0080-\uffff]+', ' ', 'g'));
