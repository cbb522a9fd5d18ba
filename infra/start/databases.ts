import { PostgresUrl } from '@griot/service-kit/config'
import { RedisUrl } from '@griot/service-kit/redis/address'
import { z } from 'zod'
import type { Role, Service } from '../postgres/role-names.ts'
import { bootstrapRoles } from '../postgres/roles.ts'

/** Services that may have a database of their own: administrators’ addresses, as `DATABASE_URL` is one. */
export const databaseEnvironment = {
  DATABASE_URL_GATEWAY: PostgresUrl.optional(),
  DATABASE_URL_CATALOG: PostgresUrl.optional(),
  DATABASE_URL_LISTENING_POINTS: PostgresUrl.optional(),
  DATABASE_URL_MEDIA: PostgresUrl.optional(),
  REDIS_URL: RedisUrl.optional(),
}

const Given = z.object(databaseEnvironment)

export type OwnDatabases = Partial<Record<Service, string>>

export const ownDatabases = (given: z.output<typeof Given>): OwnDatabases => {
  const named = {
    gateway: given.DATABASE_URL_GATEWAY,
    catalog: given.DATABASE_URL_CATALOG,
    listening_points: given.DATABASE_URL_LISTENING_POINTS,
    media: given.DATABASE_URL_MEDIA,
  }
  return Object.fromEntries(Object.entries(named).filter(([, url]) => url !== undefined))
}

/** What is wrong with these addresses together, if anything. */
export const troubleWithDatabases = (given: z.output<typeof Given>) =>
  Object.keys(ownDatabases(given)).length > 0 && given.REDIS_URL === undefined
    ? 'is needed when services have databases of their own, because no queue can stand in all of them'
    : undefined

export const databaseIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'griot'

export interface Places {
  adminUrl: string
  database: string
  own: OwnDatabases
  passwords: Readonly<Record<Role, string>>
}

/** Makes the roles and schemas in every database that is used, and answers each service's addresses in its own. */
export const bootstrapDatabases = async ({ adminUrl, database, own, passwords }: Places) => {
  const shared = await bootstrapRoles({ adminUrl, database, passwords })
  const place = async (service: Service) => {
    const url = own[service]
    return url === undefined ? shared : bootstrapRoles({ adminUrl: url, database: databaseIn(url), passwords })
  }
  return {
    shared,
    gateway: await place('gateway'),
    catalog: await place('catalog'),
    listening_points: await place('listening_points'),
    media: await place('media'),
  }
}
