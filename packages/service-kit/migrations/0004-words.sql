-- The words of a text in lower case, without accents and punctuation; equal to those of `words.ts`. The index method is built in: an
-- extension such as pg_trgm belongs to the schema of one service, and the other services cannot use it. PL/pgSQL, because the planner
-- would inline a function in SQL and lose its cost: it would then compute the words of a whole table to find few rows.
create function words_of(value text) returns tsvector
  language plpgsql immutable strict parallel safe cost 5000
as $$
begin
  return array_to_tsvector(array_remove(string_to_array(
    regexp_replace(
      regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]+', '', 'g'),
      '[^a-z0-9\u0080-\uffff]+', ' ', 'g'
    ), ' '), ''));
end
$$;
