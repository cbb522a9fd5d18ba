import { GetUser } from '@griot/contracts/user'
import { sql } from '@griot/service-kit/db/db'
import type { Browser } from './browser.ts'
import type { Harness } from './harness.ts'

export const ADMIN_EMAIL = 'desk@example.org'

/** A browser with a session and the id of its user. */
export const signedIn = async (
  harness: Harness,
  email: string,
  names: { firstName?: string; lastName?: string } = {},
) => {
  const browser = harness.browser()
  await browser.signIn({ email, ...names })
  const { id } = JSON.parse((await browser.request(GetUser.path)).text) as { id: string }
  return { browser, id }
}

/** Makes the sign-ins of a user too old for actions of admins. */
export const ageSignIns = (harness: Harness, userId: string) =>
  harness.db.run(sql`
    update browser_session set authenticated_at = clock_timestamp() - interval '13 hours' where user_id = ${userId}
  `)

/** Sends a write as our own pages do. */
export const send = (browser: Browser, method: string, path: string, body: unknown = {}) =>
  browser.request(path, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
