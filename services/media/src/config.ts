import { tmpdir } from 'node:os'
import { UPLOADS_AT_ONCE, UploadMaxBytes } from '@griot/contracts/uploads'
import { ObjectsEnvironment, Port, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { GrantSecret } from '@griot/service-kit/identity/grant'
import { TracingEnvironment } from '@griot/service-kit/tracing/tracing'
import { z } from 'zod'

const GIGABYTE = 1024 ** 3

const bytes = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

export const readServiceConfig = () =>
  readConfig(
    ServiceEnvironment.extend(ObjectsEnvironment.shape).extend({
      CATALOG_URL: z.url(),
      GRANT_SECRET: GrantSecret,
      /** The largest WAV or FLAC file. Other files have at most 100 MB. */
      UPLOAD_MAX_BYTES: UploadMaxBytes,
      /** The quota of one user; 0 means no limit. */
      UPLOAD_QUOTA_BYTES: bytes(5 * GIGABYTE),
      UPLOAD_QUOTA_FILES: z.coerce.number().int().min(0).default(200),
      /** Uploads leave this much of the disk free. */
      FREE_DISK_BYTES: bytes(2 * GIGABYTE),
    }),
  )

type ServiceConfig = ReturnType<typeof readServiceConfig>

export const uploadLimits = (
  config: Pick<ServiceConfig, 'UPLOAD_MAX_BYTES' | 'UPLOAD_QUOTA_BYTES' | 'UPLOAD_QUOTA_FILES' | 'FREE_DISK_BYTES'>,
) => ({
  losslessBytes: config.UPLOAD_MAX_BYTES,
  /** For one user, except admins; null for no limit. */
  quotaBytes: config.UPLOAD_QUOTA_BYTES || null,
  quotaFiles: config.UPLOAD_QUOTA_FILES || null,
  freeDiskBytes: config.FREE_DISK_BYTES,
  /** Concurrent uploads of one user, and of all users of this instance. */
  atOnceEach: UPLOADS_AT_ONCE,
  atOnce: 32,
  /** The lowest accepted speed, averaged over each window. A slower upload is stopped with 408. */
  minimumSpeed: { bytesPerSecond: 16 * 1024, windowMs: 30_000 },
})
export type UploadLimits = ReturnType<typeof uploadLimits>

/** The worker receives no requests, so it has no secrets except those of the stores. */
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
        /** The port of `/metrics` and `/healthz` on HOST; none if it is not set. */
        METRICS_PORT: Port.optional(),
        NODE_ENV: z.string().optional(),
        FFMPEG_PATH: z.string().optional(),
        FFPROBE_PATH: z.string().optional(),
        /** The folder for files of jobs. On the file system of OBJECTS_DIR, files are linked instead of copied. */
        WORK_DIR: z.string().default(tmpdir()),
        /** The time without a renewed lock after which another worker repeats a job; by default that of the queue. */
        JOB_LOCK_MS: z.coerce.number().int().min(1_000).optional(),
      }),
  )
