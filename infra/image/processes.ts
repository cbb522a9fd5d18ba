import type { Role } from '../postgres/role-names.ts'
import type { Secrets } from '../start/secrets.ts'

interface Facts {
  secrets: Secrets
  databaseUrl: (role: Role) => string
  ports: readonly [number, number, number, number, number]
}

/** Every process of the product with all that it is told, as compose and the manifests tell it, on one machine. */
export const containersOf = ({ secrets, databaseUrl, ports }: Facts) => {
  const [gateway, catalog, points, media, worker] = ports
  const local = (port: number) => `http://127.0.0.1:${port}`
  const objects = { OBJECTS_DIR: '/data/objects' }
  const common = {
    HOST: '127.0.0.1',
    CATALOG_URL: local(catalog),
    LISTENING_POINTS_URL: local(points),
    MEDIA_URL: local(media),
  }
  // Who asks is proven to the services; the gateway itself proves it.
  const identity = { IDENTITY_PUBLIC_KEY: JSON.stringify(secrets.identity.publicKey) }
  const service = (role: Role, port: number, more: Record<string, string> = {}) => ({
    ...common,
    ...more,
    PORT: String(port),
    DATABASE_URL: databaseUrl(role),
  })
  return [
    {
      name: 'catalog',
      command: ['services/catalog/dist/main.js'],
      env: service('catalog', catalog, { ...identity, ...objects }),
    },
    {
      name: 'listening-points',
      command: ['services/listening-points/dist/main.js'],
      env: service('listening_points', points, identity),
    },
    {
      name: 'media',
      command: ['services/media/dist/main.js'],
      env: service('media', media, { ...identity, ...objects, GRANT_SECRET: secrets.grant }),
    },
    {
      name: 'media-worker',
      command: ['services/media/dist/worker.js'],
      env: {
        ...objects,
        HOST: '127.0.0.1',
        METRICS_PORT: String(worker),
        DATABASE_URL: databaseUrl('media'),
      },
    },
    {
      name: 'gateway',
      command: [],
      env: service('gateway', gateway, {
        ...objects,
        PUBLIC_ORIGIN: 'https://griot.example',
        OIDC_ISSUER: 'https://issuer.example',
        OIDC_CLIENT_ID: 'griot',
        OIDC_CLIENT_SECRET: 'of the issuer',
        IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.privateKey),
        GRANT_SECRET: secrets.grant,
      }),
    },
  ]
}
