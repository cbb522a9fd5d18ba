import { describe, expect, it } from 'vitest'
import { GatewayEnvironment, hasRateLimits } from './config.ts'

const enough = {
  DATABASE_URL: 'postgres://gateway@127.0.0.1/griot',
  IDENTITY_PRIVATE_KEY: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43), d: 'b'.repeat(43) }),
  GRANT_SECRET: 'a'.repeat(43),
  CATALOG_URL: 'http://127.0.0.1:1',
  LISTENING_POINTS_URL: 'http://127.0.0.1:2',
  MEDIA_URL: 'http://127.0.0.1:3',
  MODULES_DIR: '/modules',
  OBJECTS_DIR: '/objects',
}
const external = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'griot' }

const redirect = { MEDIA_DELIVERY: 'redirect', S3_ENDPOINT: 'http://minio.internal:9000' }

const complaints = (environment: Record<string, string>) => {
  const result = GatewayEnvironment.safeParse({ ...enough, ...environment })
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'))
}

describe('the gateway’s configuration', () => {
  it.each([
    ['the defaults', {}],
    ['an issuer in production', { ...external, NODE_ENV: 'production', HOST: '0.0.0.0' }],
    ['an issuer on this machine', { ...external, OIDC_ISSUER: 'http://127.0.0.1:9000/realms/griot' }],
    ['a public origin', { ...external, PUBLIC_ORIGIN: 'https://griot.example' }],
    ['https on this machine', { PUBLIC_ORIGIN: 'https://localhost:8443' }],
    ['redirects to the bucket', redirect],
    [
      'redirects to a bucket with another address for browsers',
      {
        ...external,
        ...redirect,
        PUBLIC_ORIGIN: 'https://griot.example',
        S3_PUBLIC_ENDPOINT: 'https://audio.griot.example',
      },
    ],
  ])('is valid with %s', (_, environment) => {
    expect(complaints(environment)).toEqual([])
  })

  it.each([
    ['the embedded sign-in in production', { NODE_ENV: 'production' }, 'OIDC_ISSUER'],
    ['the embedded sign-in on the network', { HOST: '0.0.0.0' }, 'OIDC_ISSUER'],
    ['the embedded sign-in with a public origin', { PUBLIC_ORIGIN: 'https://griot.example' }, 'OIDC_ISSUER'],
    ['an issuer without a client', { OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID'],
    ['an issuer of CI jobs without an audience', { CI_OIDC_ISSUER: 'https://ci.example' }, 'CI_OIDC_AUDIENCE'],
    ['an issuer without https', { ...external, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER'],
    ['a public origin with a path', { ...external, PUBLIC_ORIGIN: 'https://griot.example/' }, 'PUBLIC_ORIGIN'],
    ['no source of audio', { OBJECTS_DIR: undefined as unknown as string }, 'OBJECTS_DIR'],
    ['redirects without a bucket', { MEDIA_DELIVERY: 'redirect' }, 'MEDIA_DELIVERY'],
    [
      'a bucket without https behind a page with https',
      { ...external, ...redirect, PUBLIC_ORIGIN: 'https://griot.example' },
      'S3_PUBLIC_ENDPOINT',
    ],
    ['an invalid key', { IDENTITY_PRIVATE_KEY: '{}' }, 'IDENTITY_PRIVATE_KEY'],
    ['an empty key set', { OIDC_PROVIDER_JWKS: '{"keys":[]}' }, 'OIDC_PROVIDER_JWKS'],
    ['an empty list of admins', { ADMIN_EMAILS: ' , ' }, 'ADMIN_EMAILS'],
    ['an admin without an address', { ADMIN_EMAILS: 'ama@example.org, kofi' }, 'ADMIN_EMAILS'],
    ['an empty list of admin roles', { OIDC_ADMIN_ROLES: ',' }, 'OIDC_ADMIN_ROLES'],
    ['a bucket below a path', { ...redirect, S3_PUBLIC_ENDPOINT: 'https://cdn.example/griot' }, 'S3_PUBLIC_ENDPOINT'],
    ['a module’s service without a name', { MODULE_BACKENDS: 'http://charts:3000' }, 'MODULE_BACKENDS'],
    ['a module’s service without http', { MODULE_BACKENDS: 'charts=ftp://charts' }, 'MODULE_BACKENDS'],
    ['a module’s service with a password', { MODULE_BACKENDS: 'charts=http://a:b@charts' }, 'MODULE_BACKENDS'],
    ['two services of a module', { MODULE_BACKENDS: 'charts=http://a,charts=http://b' }, 'MODULE_BACKENDS'],
    ['a module’s service at a name of JavaScript', { MODULE_BACKENDS: 'constructor=http://a' }, 'MODULE_BACKENDS'],
    ['nginx delivery from a bucket', { MEDIA_DELIVERY: 'accel', S3_ENDPOINT: 'http://s3' }, 'MEDIA_DELIVERY'],
  ])('rejects %s', (_, environment, variable) => {
    expect(complaints(environment)).toEqual([variable])
  })

  it('names the module service that is wrong', () => {
    const result = GatewayEnvironment.safeParse({
      ...enough,
      MODULE_BACKENDS: 'charts=http://charts, mixes=ws://mixes',
    })

    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'contains “mixes=ws://mixes”: the address is not http or https, or it has credentials or a query',
    ])
  })

  it('enables rate limits by default only with an external issuer', () => {
    const limits = (environment: Record<string, string>) =>
      hasRateLimits(GatewayEnvironment.parse({ ...enough, ...environment }))

    expect(limits({})).toBe(false)
    expect(limits({ RATE_LIMITS: 'on' })).toBe(true)
    expect(limits(external)).toBe(true)
    expect(limits({ ...external, RATE_LIMITS: 'off' })).toBe(false)
  })
})
