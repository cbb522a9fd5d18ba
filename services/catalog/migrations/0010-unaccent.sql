-- A trusted extension since PostgreSQL 13, like pg_trgm.
create extension if not exists unaccent;

-- The searched form of a text, equal to that of `search-text.ts`. The list contains letters that unaccent keeps.
create function folded(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(unaccent('unaccent'::regdictionary, normalize(value, nfkc))), 'ǝəɣɩɔ''’‘ʼ', 'eegio');
