import type { Context } from '../http/context.ts'
import { createSendPage, escapeHtml } from '../pages/frame.ts'
import type { FilledForm, PersonField } from './people.ts'

const FIELDS: Record<PersonField, { label: string; type: string; autocomplete: string }> = {
  email: { label: 'E-mail', type: 'email', autocomplete: 'email' },
  firstName: { label: 'First name', type: 'text', autocomplete: 'given-name' },
  lastName: { label: 'Last name', type: 'text', autocomplete: 'family-name' },
}

/** The one page of the embedded provider. */
export const createSignInPage = (productName: string) => {
  const sendPage = createSendPage(productName)
  const name = escapeHtml(productName)

  return {
    ask: (context: Context, status: number, form: FilledForm) =>
      sendPage(
        context,
        status,
        'Sign in',
        `<h1>Welcome in.</h1>
<p>Tell us who is listening.</p>
<form method="post" novalidate>
${field('email', form)}
<div class="names">
${field('firstName', form)}
${field('lastName', form)}
</div>
<div><button type="submit">Sign in</button></div>
</form>
<p class="note">No password here: this ${name} runs on your own machine, and takes your word for it.</p>`,
      ),
    /** The sign-in is unknown, finished or too old. */
    sayOver: (context: Context) =>
      sendPage(
        context,
        400,
        'Sign in again',
        `<h1>That took a while.</h1>
<p>This sign-in is over, or it began in another browser. Starting again takes a moment.</p>
<a class="button" href="/api/login">Sign in again</a>`,
      ),
  }
}

/** The keyboard starts at the first field, or at the first that has to be mended. */
const hasFocus = (name: PersonField, { errors }: FilledForm) =>
  name === ((Object.keys(FIELDS) as PersonField[]).find((one) => errors[one] !== undefined) ?? 'email')

const field = (name: PersonField, form: FilledForm) => {
  const { label, type, autocomplete } = FIELDS[name]
  const error = form.errors[name]
  const value = escapeHtml(form.values[name] ?? '')
  const focus = hasFocus(name, form) ? ' autofocus' : ''
  const state = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`
  return `<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required value="${value}"${focus}${state}>
${error === undefined ? '' : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`}
</div>`
}
