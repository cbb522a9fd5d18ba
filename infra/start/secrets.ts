import {
  createPrivateKey,
  createPublicKey,
  type ED25519KeyPairOptions,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'
import { roles } from '../postgres/role-names.ts'

const Key = z.record(z.string(), z.string())

const Secrets = z.object({
  database: z.record(z.enum(roles), z.string()),
  identity: z.object({ privateKey: Key, publicKey: Key }),
  grant: z.string(),
  oidcProvider: z.object({ keys: z.array(Key) }),
})

export type Secrets = z.output<typeof Secrets>

const secret = (): string => randomBytes(32).toString('base64url')

// Through PEM: on Node 20 the export of a key as JWK can block forever, if the garbage collector frees the job that generated
// the same key object at that moment. Both lock the key.
const ENCODED: ED25519KeyPairOptions<'pem', 'pem'> = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}

export const createSecrets = (): Secrets => {
  const identity = generateKeyPairSync('ed25519', ENCODED)
  const provider = generateKeyPairSync('rsa', { modulusLength: 2048, ...ENCODED })
  return Secrets.parse({
    database: Object.fromEntries(roles.map((role) => [role, secret()])),
    identity: {
      privateKey: createPrivateKey(identity.privateKey).export({ format: 'jwk' }),
      publicKey: createPublicKey(identity.publicKey).export({ format: 'jwk' }),
    },
    grant: secret(),
    oidcProvider: {
      keys: [
        {
          ...createPrivateKey(provider.privateKey).export({ format: 'jwk' }),
          kid: randomBytes(8).toString('hex'),
          alg: 'RS256',
          use: 'sig',
        },
      ],
    },
  })
}

/** The secrets of this installation, created once and stored in a file that only its owner can read. */
export const loadSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify(createSecrets(), null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, file)
  }
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new SetupError(`${file} is not a valid secrets file: restore it, or remove it to create new secrets.`)
  }
}
