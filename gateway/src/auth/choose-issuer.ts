import type { Log } from '@griot/service-kit/log'
import type { GatewayConfig } from '../config.ts'
import { createEmbeddedIssuer } from '../idp/embedded-issuer.ts'
import { connectTo, createIssuer } from './issuer.ts'
import { createReachIssuer } from './reach-issuer.ts'

/** Who says who somebody is: the OpenID provider that was named, else our own, which is then answered for as well. */
export const chooseIssuer = (config: GatewayConfig, log: Log) => {
  const { OIDC_ISSUER: issuer } = config
  if (issuer === undefined) {
    const embedded = createEmbeddedIssuer({
      productName: config.PRODUCT_NAME,
      publicOrigin: config.PUBLIC_ORIGIN,
      jwks: config.OIDC_PROVIDER_JWKS,
    })
    return { issuer: embedded.issuer, embedded }
  }
  return {
    issuer: createIssuer({
      connect: connectTo({
        issuer,
        clientId: config.OIDC_CLIENT_ID ?? '',
        clientSecret: config.OIDC_CLIENT_SECRET,
        log,
      }),
      reach: createReachIssuer(issuer),
      provesEmail: (claims) => claims.email_verified === true,
      scope: config.OIDC_SCOPE,
      wanted: ['email', config.OIDC_ROLES_CLAIM],
    }),
    embedded: undefined,
  }
}
