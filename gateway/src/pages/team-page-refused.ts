import type { Context } from '../http/context.ts'
import { escapeHtml, type SendPage } from './page.ts'

/** Sends 404 to a user who may not open the page of a module. A user may have the address from a colleague. */
export const sendTeamPageRefused = (sendPage: SendPage, context: Context, productName: string, email: string) => {
  const name = escapeHtml(productName)
  sendPage(
    context,
    404,
    'For admins and teams',
    `<h1>For admins and teams only.</h1>
<p>Modules are released and rolled back here. You are signed in as ${escapeHtml(email)}. This account is neither an admin of ${name}
nor in the team of this module.</p>
<a class="button" href="/">Go to ${name}</a>`,
  )
}
