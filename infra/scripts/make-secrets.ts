import { randomBytes } from 'node:crypto'
import { passwordVariable, roles } from '../postgres/role-names.ts'
import { createSecrets } from '../start/secrets.ts'

// `npm run -s secrets`: prints new secrets for the secret store of a deployment. They are not stored. The credentials of the
// database administrator, Redis, the bucket and the OpenID provider come from the operators of those servers.
const { database, identity, grant } = createSecrets()

const lines = {
  ...Object.fromEntries(roles.map((role) => [passwordVariable(role), database[role]])),
  IDENTITY_PRIVATE_KEY: JSON.stringify(identity.privateKey),
  IDENTITY_PUBLIC_KEY: JSON.stringify(identity.publicKey),
  GRANT_SECRET: grant,
  METRICS_TOKEN: randomBytes(24).toString('base64url'),
}
// Without quotes, which kubectl would include in the value. No value contains a space, a dollar sign or a hash.
for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}=${value}\n`)
