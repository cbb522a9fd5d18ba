-- Browsers resolve `https:/path` against the page that links to it. Writes each address in the form of new ones, and removes
-- every other value.
update creator_profile set website = regexp_replace(website, '^https:[/\\]*', 'https://', 'i')
  where website ~* '^https:' and website !~* '^https://[^/\\]';
update creator_profile set website = null
  where website !~* '^https://[^/?#@[:space:]\\]+([/?#\\]|$)';
