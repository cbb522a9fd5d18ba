import { ObjectsEnvironment, PostgresUrl, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { z } from 'zod'

export const readServiceConfig = () =>
  readConfig(
    ServiceEnvironment.extend(ObjectsEnvironment.shape).extend({
      MEDIA_URL: z.url(),
      /** A streaming replica for public reads. */
      DATABASE_REPLICA_URL: PostgresUrl.optional(),
    }),
  )
