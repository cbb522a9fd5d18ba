import { PostgresUrl, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { z } from 'zod'

export const config = () =>
  readConfig(ServiceEnvironment.extend({ CATALOG_URL: z.url(), PRODUCT_NAME: z.string().max(60).default('Griot') }))

/** What a command needs to know. */
export const commandConfig = () => readConfig(z.object({ DATABASE_URL: PostgresUrl }))
