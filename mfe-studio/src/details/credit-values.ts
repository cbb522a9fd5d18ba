import type { Credit, CreditGroup } from '@griot/contracts/catalog/credits'

/** A person as the form has it: group and role in one list, and no missing value. */
export interface CreditValues {
  name: string
  /** Group and role, as in "Cast/Host". */
  part: string
  href: string
  img: string
}

export const NEW_CREDIT: CreditValues = { name: '', part: 'Cast/Host', href: '', img: '' }

export const creditValues = (credits: readonly Credit[]): CreditValues[] =>
  credits.map(({ name, role, group, href = '', img = '' }) => ({ name, part: `${group}/${role}`, href, img }))

export const creditsOf = (values: readonly CreditValues[]) =>
  values.map(({ name, part, href, img }) => {
    const [group, role] = part.split('/') as [CreditGroup, string]
    return { name, group, role, ...(href && { href }), ...(img && { img }) }
  })
