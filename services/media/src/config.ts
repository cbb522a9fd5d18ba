import { tmpdir } from 'node:os'
import { UPLOADS_AT_ONCE } from '@griot/contracts/uploads'
import { ObjectsEnvironment, Port, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { GrantSecret } from '@griot/service-kit/grant'
import { TracingEnvironment } from '@griot/service-kit/tracing/tracing'
import { z } from 'zod'
import type { UploadLimits } from './uploads/limits.ts'

const GIGABYTE = 1024 ** 3

const bytes = (usual: number) => z.coerce.number().int().min(0).default(usual)

/** What the service that answers requests needs to know. */
export const readServiceConfig = () =>
  readConfig(
    ServiceEnvironment.extend(ObjectsEnvironment.shape).extend({
      CATALOG_URL: z.url(),
      GRANT_SECRET: GrantSecret,
      /** What one person may store; 0 is no limit. */
      UPLOAD_QUOTA_BYTES: bytes(5 * GIGABYTE),
      UPLOAD_QUOTA_FILES: z.coerce.number().int().min(0).default(200),
      /** So much of the disk stays free. */
      FREE_DISK_BYTES: bytes(2 * GIGABYTE),
    }),
  )

type ServiceConfig = ReturnType<typeof readServiceConfig>

export const uploadLimits = (
  config: Pick<ServiceConfig, 'UPLOAD_QUOTA_BYTES' | 'UPLOAD_QUOTA_FILES' | 'FREE_DISK_BYTES'>,
): UploadLimits => ({
  quotaBytes: config.UPLOAD_QUOTA_BYTES || null,
  quotaFiles: config.UPLOAD_QUOTA_FILES || null,
  freeDiskBytes: config.FREE_DISK_BYTES,
  atOnceEach: UPLOADS_AT_ONCE,
  atOnce: 32,
  pace: { bytesPerSecond: 16 * 1024, windowMs: 30_000 },
})

/** What the worker needs to know: it answers nobody, so it knows no secret but the stores'. */
export const readWorkerConfig = () =>
  readConfig(
    ServiceEnvironment.pick({
      HOST: true,
      LOG_LEVEL: true,
      DATABASE_URL: true,
      DATABASE_POOLER_URL: true,
      REDIS_URL: true,
    })
      .extend(ObjectsEnvironment.shape)
      .extend(TracingEnvironment.shape)
      .extend({
        /** Where `/metrics` and `/healthz` answer, on HOST; without it nowhere. */
        METRICS_PORT: Port.optional(),
        FFMPEG_PATH: z.string().optional(),
        FFPROBE_PATH: z.string().optional(),
        /** Where jobs put their files; on the same file system as OBJECTS_DIR, nothing needs to be copied. */
        WORK_DIR: z.string().default(tmpdir()),
        /** So long nothing may be heard of whoever does a job before another worker begins it again. */
        JOB_LOCK_MS: z.coerce.number().int().min(1_000).default(10_000),
      }),
  )
