import { PostgresUrl } from '@griot/service-kit/config'
import { RedisUrl } from '@griot/service-kit/redis/address'
import { z } from 'zod'
import { type Role, type Service, services } from '../postgres/role-names.ts'
import { bootstrapRoles } from '../postgres/roles.ts'

const variableOf = (service: Service) => `DATABASE_URL_${service.toUpperCase() as Uppercase<Service>}` as const

/** URLs of an administrator, like `DATABASE_URL`, for services with their own database. */
export const databaseEnvironment = {
  ...(Object.fromEntries(services.map((service) => [variableOf(service), PostgresUrl.optional()])) as Record<
    ReturnType<typeof variableOf>,
    z.ZodOptional<typeof PostgresUrl>
  >),
  REDIS_URL: RedisUrl.optional(),
}

const Given = z.object(databaseEnvironment)

export type OwnDatabases = Partial<Record<Service, string>>

export const ownDatabases = (given: z.output<typeof Given>): OwnDatabases =>
  Object.fromEntries(
    services.flatMap((service) => {
      const url = given[variableOf(service)]
      return url === undefined ? [] : [[service, url]]
    }),
  )

export const requireRedis = (given: z.output<typeof Given>, context: z.RefinementCtx) => {
  if (given.REDIS_URL !== undefined || Object.keys(ownDatabases(given)).length === 0) return
  const message =
    'is required when services have their own databases, because the queue needs one database that all services share'
  context.addIssue({ code: 'custom', path: ['REDIS_URL'], message })
}

export const databaseIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'griot'

export interface Places {
  adminUrl: string
  database: string
  own: OwnDatabases
  passwords: Readonly<Record<Role, string>>
}

/** Creates the roles and schemas in every database in use. Returns the URLs of all roles for each service's database. */
export const bootstrapDatabases = async ({ adminUrl, database, own, passwords }: Places) => {
  const shared = await bootstrapRoles({ adminUrl, database, passwords })
  const ofServices = Object.fromEntries(services.map((service) => [service, shared])) as Record<Service, typeof shared>
  const places = { shared, ...ofServices }
  for (const service of services) {
    const url = own[service]
    if (url === undefined) continue
    places[service] = await bootstrapRoles({ adminUrl: url, database: databaseIn(url), passwords })
  }
  return places
}
