import { createHash } from 'node:crypto'
import { requiredText } from '@griot/contracts/values'
import { z } from 'zod'

const Form = z.object({
  email: requiredText(254, 'Please enter your e-mail address.').pipe(z.email('This is not an e-mail address.')),
  firstName: requiredText(80, 'Please enter your first name.'),
  lastName: requiredText(80, 'Please enter your last name.'),
})
export type Person = z.output<typeof Form>
export type PersonField = keyof Person

export interface FilledForm {
  values: Partial<Record<PersonField, string>>
  errors: Partial<Record<PersonField, string>>
}

/** What someone typed: a person, or what to show beside the fields. */
export const readPerson = (input: URLSearchParams): { person: Person } | { form: FilledForm } => {
  const values: FilledForm['values'] = {}
  for (const field of Form.keyof().options) values[field] = (input.get(field) ?? '').slice(0, 500)
  const result = Form.safeParse(values)
  if (result.success) return { person: result.data }
  const errors: FilledForm['errors'] = {}
  for (const { path, message } of result.error.issues) errors[path[0] as PersonField] ??= message
  return { form: { values, errors } }
}

/** The same e-mail is the same person, in whatever letters it is typed. */
export const subjectOf = ({ email }: Person) => {
  const hex = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
