-- Trusted since PostgreSQL 13, like pg_trgm.
create extension if not exists unaccent;

-- The form of a text in searches, as `search-text.ts` folds it. Letters that unaccent does not know are listed here.
create function folded(value text) returns text
  language sql immutable strict parallel safe
  return translate(lower(unaccent('unaccent'::regdictionary, normalize(value, nfkc))), 'ǝəɣɩɔ''’‘ʼ', 'eegio');
