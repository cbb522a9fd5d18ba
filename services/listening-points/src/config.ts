import { PostgresUrl, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { z } from 'zod'

export const readServiceConfig = () =>
  readConfig(ServiceEnvironment.extend({ CATALOG_URL: z.url(), PRODUCT_NAME: z.string().max(60).default('Griot') }))

export const commandConfig = () => readConfig(z.object({ DATABASE_URL: PostgresUrl }))
