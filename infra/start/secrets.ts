import { generateKeyPairSync, randomBytes } from 'node:crypto'
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

export const createSecrets = (): Secrets => {
  const identity = generateKeyPairSync('ed25519')
  const provider = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return Secrets.parse({
    database: Object.fromEntries(roles.map((role) => [role, secret()])),
    identity: {
      privateKey: identity.privateKey.export({ format: 'jwk' }),
      publicKey: identity.publicKey.export({ format: 'jwk' }),
    },
    grant: secret(),
    oidcProvider: { keys: [{ ...provider, kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' }] },
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
