import { tmpdir } from 'node:os'
import { ObjectsEnvironment, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { z } from 'zod'

/** What the service that answers requests needs to know. */
export const readServiceConfig = () =>
  readConfig(
    ServiceEnvironment.extend(ObjectsEnvironment.shape).extend({
      CATALOG_URL: z.url(),
      GRANT_SECRET: z.string().min(43, 'must be 32 bytes, base64url'),
    }),
  )

/** What the worker needs to know: it answers nobody, so it knows no secret but the stores'. */
export const readWorkerConfig = () =>
  readConfig(
    ServiceEnvironment.pick({ LOG_LEVEL: true, DATABASE_URL: true, REDIS_URL: true })
      .extend(ObjectsEnvironment.shape)
      .extend({
        FFMPEG_PATH: z.string().optional(),
        FFPROBE_PATH: z.string().optional(),
        /** Where jobs put their files; on the same file system as OBJECTS_DIR, nothing needs to be copied. */
        WORK_DIR: z.string().default(tmpdir()),
      }),
  )
