-- Browsers resolve `https:/path` against the page that links to it. Writes the address as new ones are stored, and removes any other value.
update creator_profile set website = regexp_replace(website, '^https:[/\\]*', 'https://', 'i')
  where website ~* '^https:' and website !~* '^https://[^/\\]';
update creator_profile set website = null
  where website !~* '^https://[^/?#@[:space:]\\]+([/?#\\]|$)';
