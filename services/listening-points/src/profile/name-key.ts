const LOOKALIKES: Record<string, string> = {
  // Cyrillic
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'ë', һ: 'h', н: 'h', і: 'i', ї: 'ï', ј: 'j', к: 'k', ӏ: 'l' },
  ...{ м: 'm', о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', ԝ: 'w', х: 'x', у: 'y' },
  // Greek
  ...{ α: 'a', β: 'b', ε: 'e', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ζ: 'z' },
}

/**
 * What names that a reader takes for the same have in common: upper and lower case, width, spaces, signs and marks that
 * nobody sees make no difference, nor do letters of another alphabet that are drawn like Latin ones.
 */
export const nameKey = (name: string) =>
  Array.from(
    name
      .normalize('NFKC')
      // By way of capitals, so that ß is ss and a dotless i is an i.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{M}\p{N}]/gu, ''),
    (letter) => LOOKALIKES[letter] ?? letter,
  ).join('')

const NOBODY = ['Anonymous', 'You', 'Everyone']
const ROLES = ['Admin', 'Administrator', 'Moderator', 'Official', 'Staff', 'Support', 'System', 'Team']

/** Keys of the names that speak for the product, or for nobody: no person may have them. */
export const reservedKeys = (productName: string): ReadonlySet<string> =>
  new Set([...NOBODY, ...ROLES, productName, ...ROLES.map((role) => `${productName} ${role}`)].map(nameKey))
