import { readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { z } from 'zod'

export const config = () => readConfig(ServiceEnvironment.extend({ CATALOG_URL: z.url() }))
