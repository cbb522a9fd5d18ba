import { createHash, randomBytes } from 'node:crypto'
import { withClient } from '../common/with-client.ts'

/** Creates a user with a browser session for each id, without the OpenID provider. Returns their `Cookie` headers. */
export const signIn = (gatewayDatabaseUrl: string, ids: readonly string[]): Promise<string[]> =>
  withClient(gatewayDatabaseUrl, async (client) => {
    const cookies: string[] = []
    for (const id of ids) {
      const secret = randomBytes(32).toString('base64url')
      await client.query(
        `insert into user_account (id, issuer, subject, email, email_is_verified, first_name, last_name)
         values ($1, 'test', $2, $3, true, 'Ama', 'Mensah')`,
        [id, id, `${id}@example.org`],
      )
      await client.query(
        `insert into browser_session (id_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
        [createHash('sha256').update(secret).digest(), id],
      )
      cookies.push(`griot_session=${secret}`)
    }
    return cookies
  })
