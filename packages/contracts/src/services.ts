/** The services behind the gateway, one folder of `services/` each. A new one: CONTRIBUTING.md, "Add a service". */
export const SERVICES = ['catalog', 'listening-points', 'media'] as const
export type ServiceName = (typeof SERVICES)[number]

type SnakeCase<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}_${SnakeCase<Rest>}` : Name

/** The login role and the schema of a service in PostgreSQL, such as `listening_points`. */
export type ServiceSchema = SnakeCase<ServiceName>
export const schemaOf = (service: ServiceName) => service.replaceAll('-', '_') as ServiceSchema

/** The variable with the address of a service, such as `LISTENING_POINTS_URL`. */
export type UrlVariable = `${Uppercase<ServiceSchema>}_URL`
const urlVariable = (service: ServiceName) => `${schemaOf(service).toUpperCase()}_URL` as UrlVariable

/** A value for each service, by its name. */
export const byService = <Value>(create: (service: ServiceName) => Value) =>
  Object.fromEntries(SERVICES.map((service) => [service, create(service)])) as Record<ServiceName, Value>

/** A value for the address variable of each service. */
export const byUrlVariable = <Value>(create: (service: ServiceName) => Value) =>
  Object.fromEntries(SERVICES.map((service) => [urlVariable(service), create(service)])) as Record<UrlVariable, Value>

/** The address of each service in an environment that has all address variables. */
export const serviceUrls = (environment: Readonly<Record<UrlVariable, string>>) =>
  byService((service) => environment[urlVariable(service)])
