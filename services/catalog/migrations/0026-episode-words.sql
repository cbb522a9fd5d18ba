-- Finds words in titles and descriptions, in any order. An index, not a generated column, which would rewrite the table.
create index if not exists episode_words on episode using gin (search_words(title || ' ' || description));
