import { GrantSecret } from '@griot/service-kit/grant'
import { IdentityPrivateKey, IdentityPublicKeys } from '@griot/service-kit/identity-keys'
import type { z } from 'zod'
import { type Check, type Env, speaker } from './finding.ts'

const { good, wrong } = speaker('keys')

/** The keys by which the processes believe each other, where they are set: on one machine the start makes them. */
export const checkKeys: Check = async (env) => {
  const { IDENTITY_PRIVATE_KEY: own, IDENTITY_PUBLIC_KEY: believed, GRANT_SECRET: grant } = env
  const findings = [
    ...complaints(env, 'IDENTITY_PRIVATE_KEY', IdentityPrivateKey),
    ...complaints(env, 'IDENTITY_PUBLIC_KEY', IdentityPublicKeys),
    ...complaints(env, 'GRANT_SECRET', GrantSecret),
  ]
  if (findings.length > 0) return findings
  if (own !== undefined && believed !== undefined) {
    const { x } = IdentityPrivateKey.parse(own)
    if (!IdentityPublicKeys.parse(believed).some((key) => key.x === x)) {
      return [
        wrong(
          'IDENTITY_PUBLIC_KEY has no key that belongs to IDENTITY_PRIVATE_KEY: the services would believe nobody.',
        ),
      ]
    }
  }
  const isSet = [own, believed, grant].some((value) => value !== undefined)
  return [good(isSet ? 'They are whole, and belong together.' : 'Those that the start makes for this machine.')]
}

const complaints = (env: Env, name: string, schema: z.ZodType) => {
  const value = env[name]
  const issues = value === undefined ? [] : (schema.safeParse(value).error?.issues ?? [])
  return issues.map(({ message }) => wrong(`${name} ${message}.`))
}
