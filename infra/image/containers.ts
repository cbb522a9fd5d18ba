import { byUrlVariable, SERVICES, type ServiceName, schemaOf } from '@griot/contracts/services'
import type { Role } from '../postgres/role-names.ts'
import type { Ports } from '../start/environment.ts'
import type { Secrets } from '../start/secrets.ts'

/** The command and environment of each process, as the compose file and the manifests define them, for one machine. */
export const containersOf = (secrets: Secrets, databaseUrl: (role: Role) => string, ports: Ports) => {
  const local = (port: number) => `http://127.0.0.1:${port}`
  const objects = { OBJECTS_DIR: '/data/objects' }
  const identity = { IDENTITY_PUBLIC_KEY: JSON.stringify(secrets.identity.publicKey) }
  const container = (name: keyof Ports, role: Role, env: Record<string, string>) => ({
    name,
    command: `${name === 'gateway' ? name : `services/${name}`}/dist/main.js`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      ...byUrlVariable((service) => local(ports[service])),
      DATABASE_URL: databaseUrl(role),
      ...env,
    },
  })
  /** What only these services need. */
  const own: Partial<Record<ServiceName, Record<string, string>>> = {
    catalog: objects,
    media: { ...objects, GRANT_SECRET: secrets.grant },
  }
  return [
    ...SERVICES.map((service) => container(service, schemaOf(service), { ...identity, ...own[service] })),
    {
      name: 'media-worker',
      command: 'services/media/dist/worker.js',
      env: {
        ...objects,
        HOST: '127.0.0.1',
        METRICS_PORT: String(ports['media-worker-metrics']),
        DATABASE_URL: databaseUrl('media'),
      },
    },
    container('gateway', 'gateway', {
      ...objects,
      PUBLIC_ORIGIN: 'https://griot.example',
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_CLIENT_ID: 'griot',
      OIDC_CLIENT_SECRET: 'secret',
      IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.privateKey),
      GRANT_SECRET: secrets.grant,
    }),
  ]
}
