import { createHash } from 'node:crypto'
import { requiredText } from '@griot/contracts/values'
import { z } from 'zod'
import type { SignInField, SignInForm } from '../pages/sign-in-page.ts'

const Form = z.object({
  email: requiredText(254, 'Please enter your e-mail address.').pipe(z.email('This is not an e-mail address.')),
  firstName: requiredText(80, 'Please enter your first name.'),
  lastName: requiredText(80, 'Please enter your last name.'),
})
export type Person = z.output<typeof Form>

/** Validates the submitted form. Returns the person, or the form with its errors. */
export const readPerson = (input: URLSearchParams): { person: Person } | { form: SignInForm } => {
  const values: SignInForm['values'] = {}
  for (const field of Form.keyof().options) values[field] = (input.get(field) ?? '').slice(0, 500)
  const result = Form.safeParse(values)
  if (result.success) return { person: result.data }
  const errors: SignInForm['errors'] = {}
  for (const { path, message } of result.error.issues) errors[path[0] as SignInField] ??= message
  return { form: { values, errors } }
}

/** The OpenID subject: derived from the e-mail address, ignoring its case. */
export const subjectOf = ({ email }: Person) => {
  const hex = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
