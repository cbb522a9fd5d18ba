const LOOKALIKES: Record<string, string> = {
  // Cyrillic
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'ë', һ: 'h', н: 'h', і: 'i', ї: 'ï', ј: 'j', к: 'k', ӏ: 'l' },
  ...{ м: 'm', о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', ԝ: 'w', х: 'x', у: 'y' },
  // Greek
  ...{ α: 'a', β: 'b', ε: 'e', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ζ: 'z' },
}

/**
 * Names that look alike have the same key: it ignores case, width, spaces, punctuation, invisible characters, and
 * replaces letters of other alphabets that look like Latin ones.
 */
export const nameKey = (name: string) =>
  Array.from(
    name
      .normalize('NFKC')
      // Upper case first, so that ß becomes ss and a dotless i becomes i.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{M}\p{N}]/gu, ''),
    (letter) => LOOKALIKES[letter] ?? letter,
  ).join('')

const ANONYMOUS = ['Anonymous', 'You', 'Everyone']
const ROLES = ['Admin', 'Administrator', 'Moderator', 'Official', 'Staff', 'Support', 'System', 'Team']

/** Keys of names that could be taken for the product, its staff or an anonymous listener. */
export const reservedKeys = (productName: string): ReadonlySet<string> =>
  new Set([...ANONYMOUS, ...ROLES, productName, ...ROLES.map((role) => `${productName} ${role}`)].map(nameKey))
