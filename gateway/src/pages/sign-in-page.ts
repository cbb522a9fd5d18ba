import type { Context } from '../http/context.ts'
import { escapeHtml, type SendPage } from './page.ts'

export type SignInField = 'email' | 'firstName' | 'lastName'

export interface SignInForm {
  values: Partial<Record<SignInField, string>>
  errors: Partial<Record<SignInField, string>>
}

const FIELDS: Record<SignInField, { label: string; type: string; autocomplete: string }> = {
  email: { label: 'E-mail', type: 'email', autocomplete: 'email' },
  firstName: { label: 'First name', type: 'text', autocomplete: 'given-name' },
  lastName: { label: 'Last name', type: 'text', autocomplete: 'family-name' },
}

/** The pages of the embedded OpenID provider. */
export const createSignInPage = (productName: string, sendPage: SendPage) => {
  const name = escapeHtml(productName)

  return {
    sendForm: (context: Context, status: number, form: SignInForm) =>
      sendPage(
        context,
        status,
        'Sign In',
        `<h1>Welcome.</h1>
<p>Sign in to listen, and to continue where you stopped.</p>
<form method="post" novalidate>
${field('email', form)}
<div class="names">
${field('firstName', form)}
${field('lastName', form)}
</div>
<div><button type="submit">Sign In</button></div>
</form>
<p class="note">There is no password, because this ${name} runs on your own machine.</p>`,
      ),
    /** The sign-in is unknown, finished or expired. */
    sendExpired: (context: Context) =>
      sendPage(
        context,
        400,
        'Sign In Again',
        `<h1>Please sign in again.</h1>
<p>This sign-in has expired, or it was started in another browser.</p>
<a class="button" href="/api/login">Sign In Again</a>`,
      ),
  }
}

const field = (name: SignInField, { values, errors }: SignInForm) => {
  const { label, type, autocomplete } = FIELDS[name]
  const error = errors[name]
  // The first field with an error gets the focus, otherwise the first field.
  const focused = (Object.keys(FIELDS) as SignInField[]).find((one) => errors[one] !== undefined) ?? 'email'
  const focus = name === focused ? ' autofocus' : ''
  const state = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`
  return `<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required value="${escapeHtml(values[name] ?? '')}"${focus}${state}>
${error === undefined ? '' : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`}
</div>`
}
