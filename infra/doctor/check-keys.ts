import { GrantSecret } from '@griot/service-kit/identity/grant'
import { IdentityPrivateKey, IdentityPublicKeys } from '@griot/service-kit/identity/identity-keys'
import type { Check } from './finding.ts'

const KEYS = {
  IDENTITY_PRIVATE_KEY: IdentityPrivateKey,
  IDENTITY_PUBLIC_KEY: IdentityPublicKeys,
  GRANT_SECRET: GrantSecret,
}

/** The keys with which processes verify each other. `npm start` creates them, deployments set them. */
export const checkKeys: Check = async (env, { error }) => {
  const set = Object.entries(KEYS).filter(([name]) => env[name] !== undefined)
  for (const [name, schema] of set) {
    for (const { message } of schema.safeParse(env[name]).error?.issues ?? []) error(`${name} ${message}.`)
  }
  const privateKey = IdentityPrivateKey.safeParse(env.IDENTITY_PRIVATE_KEY).data
  const publicKeys = IdentityPublicKeys.safeParse(env.IDENTITY_PUBLIC_KEY).data
  if (privateKey && publicKeys && !publicKeys.some(({ x }) => x === privateKey.x)) {
    error(
      'IDENTITY_PUBLIC_KEY does not contain the public key of IDENTITY_PRIVATE_KEY: the services would reject every request.',
    )
  }
  return set.length > 0 ? 'The keys are valid and match.' : 'npm start creates the keys for this machine.'
}
