import { join } from 'node:path'
import type { Service } from '../postgres/role-names.ts'
import { root } from './config.ts'

const WORKSPACES: Readonly<Record<Service, string>> = {
  gateway: 'gateway',
  catalog: 'services/catalog',
  listening_points: 'services/listening-points',
  media: 'services/media',
}

/** Where the tables of a service are written down. */
export const migrationsOf = (service: Service) => join(root, WORKSPACES[service], 'migrations')

/** Those that each service has in its own schema. */
export const sharedMigrations = join(root, 'packages', 'service-kit', 'migrations')
