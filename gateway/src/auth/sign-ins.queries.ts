import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

/** How long the way through the issuer may take. */
export const SIGN_IN_SECONDS = 600

export interface SignIn {
  nonce: string
  codeVerifier: string
  origin: string
  returnTo: string
}

export const insertSignIn = (db: Queryable, stateHash: Buffer, browserHash: Buffer, signIn: SignIn) =>
  db.run(sql`
    insert into sign_in (state_hash, browser_hash, nonce, code_verifier, origin, return_to, expires_at)
    values (${stateHash}, ${browserHash}, ${signIn.nonce}, ${signIn.codeVerifier}, ${signIn.origin}, ${signIn.returnTo},
      clock_timestamp() + make_interval(secs => ${SIGN_IN_SECONDS}))
  `)

const SignInRow = z
  .object({ nonce: z.string(), code_verifier: z.string(), origin: z.string(), return_to: z.string() })
  .transform(
    (row): SignIn => ({
      nonce: row.nonce,
      codeVerifier: row.code_verifier,
      origin: row.origin,
      returnTo: row.return_to,
    }),
  )

/** Uses a sign-in up. Of two that come with the same state, one gets it. */
export const takeSignIn = (db: Queryable, stateHash: Buffer, browserHash: Buffer) =>
  db.maybeOne(
    SignInRow,
    sql`
      delete from sign_in
      where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > clock_timestamp()
      returning nonce, code_verifier, origin, return_to
    `,
  )

export const deleteLateSignIns = (db: Queryable) =>
  db.run(sql`delete from sign_in where expires_at < clock_timestamp()`)

export interface Profile {
  issuer: string
  subject: string
  email: string
  emailIsVerified: boolean
  firstName: string
  lastName: string
  claimedRoles: string[]
}

/** The account of a person at an issuer, made at the first sign-in and brought up to date at each. */
export const saveAccount = async (db: Queryable, profile: Profile) => {
  const { id } = await db.one(
    z.object({ id: z.string() }),
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
        signed_in_at = clock_timestamp()
      returning id
    `,
  )
  return id
}
