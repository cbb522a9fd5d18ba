import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { Profile } from './profile.ts'

/** The longest time between the start of a sign-in and its callback. */
export const SIGN_IN_SECONDS = 600

const SignIn = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  origin: z.string(),
  returnTo: z.string(),
  isAgain: z.boolean(),
})
type SignIn = z.infer<typeof SignIn>

export const insertSignIn = (db: Queryable, stateHash: Buffer, browserHash: Buffer, signIn: SignIn) =>
  db.run(sql`
    insert into sign_in (state_hash, browser_hash, nonce, code_verifier, origin, return_to, is_again, expires_at)
    values (${stateHash}, ${browserHash}, ${signIn.nonce}, ${signIn.codeVerifier}, ${signIn.origin}, ${signIn.returnTo},
      ${signIn.isAgain}, clock_timestamp() + make_interval(secs => ${SIGN_IN_SECONDS}))
  `)

/** Deletes a sign-in and returns it, so that of two callbacks with the same state only one succeeds. */
export const takeSignIn = (db: Queryable, stateHash: Buffer, browserHash: Buffer) =>
  db.maybeOne(
    SignIn,
    sql`
      delete from sign_in
      where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > clock_timestamp()
      returning nonce, code_verifier as "codeVerifier", origin, return_to as "returnTo",
        is_again as "isAgain"
    `,
  )

export const deleteExpiredSignIns = (db: Queryable) =>
  db.run(sql`delete from sign_in where expires_at < clock_timestamp()`)

/** Creates the account at the first sign-in and updates it at each later one. Returns its id, and the reason if it is blocked. */
export const saveAccount = async (db: Queryable, profile: Profile) => {
  return db.one(
    z.object({ id: z.string(), blockedReason: z.string().nullable() }),
    sql`
      insert into user_account (issuer, subject, email, email_is_verified, first_name, last_name, claimed_roles)
      values (${profile.issuer}, ${profile.subject}, ${profile.email}, ${profile.emailIsVerified},
        ${profile.firstName}, ${profile.lastName}, ${profile.claimedRoles})
      on conflict (issuer, subject) do update set
        email = excluded.email,
        email_is_verified = excluded.email_is_verified,
        first_name = excluded.first_name,
        last_name = excluded.last_name,
        claimed_roles = excluded.claimed_roles,
        signed_in_at = case when user_account.blocked_at is null then clock_timestamp() else user_account.signed_in_at end
      returning id, case when blocked_at is not null then blocked_reason end as "blockedReason"
    `,
  )
}
