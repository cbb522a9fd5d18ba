import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../start/config.ts'

export interface GatewayPlace {
  /** As the role of the gateway. */
  databaseUrl: string
  privateKey: unknown
  catalogUrl: string
  pointsUrl: string
  /** For modules and objects. */
  folder: string
}

/** What a gateway is told that nobody but a test or a benchmark talks to: without limits, and with nothing to show. */
export const gatewayEnvironment = ({ databaseUrl, privateKey, catalogUrl, pointsUrl, folder }: GatewayPlace) => ({
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: 'off',
  IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
  GRANT_SECRET: randomBytes(32).toString('base64url'),
  CATALOG_URL: catalogUrl,
  LISTENING_POINTS_URL: pointsUrl,
  MEDIA_URL: catalogUrl,
  MODULES_DIR: join(folder, 'modules'),
  OBJECTS_DIR: folder,
  SHELL_DIR: join(root, 'shell', 'dist'),
})

/** Signs people in, as a gateway would after their issuer said who they are. Answers their cookies. */
export const signIn = async (databaseUrl: string, ids: readonly string[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}
