import { randomBytes } from 'node:crypto'
import { createSecrets } from '../start/secrets.ts'

// The secrets of a deployment of many machines, for its secret store: `npm run -s secrets`. Kept nowhere else. A
// database's administrator, Redis, the bucket and the issuer have theirs from whoever runs those.
const { database, identity, grant } = createSecrets()
const metricsToken = randomBytes(24).toString('base64url')

const lines = {
  DATABASE_PASSWORD_MIGRATOR: database.griot_migrator,
  DATABASE_PASSWORD_GATEWAY: database.gateway,
  DATABASE_PASSWORD_CATALOG: database.catalog,
  DATABASE_PASSWORD_LISTENING_POINTS: database.listening_points,
  DATABASE_PASSWORD_MEDIA: database.media,
  IDENTITY_PRIVATE_KEY: JSON.stringify(identity.privateKey),
  IDENTITY_PUBLIC_KEY: JSON.stringify(identity.publicKey),
  GRANT_SECRET: grant,
  METRICS_TOKEN: metricsToken,
}
// Without quotes: kubectl takes them for a part of the value. Nothing here holds a space, a dollar or a hash.
for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}=${value}\n`)
