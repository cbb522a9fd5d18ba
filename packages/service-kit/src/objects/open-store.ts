import type { z } from 'zod'
import type { ObjectsEnvironment } from '../config.ts'
import { tracing } from '../tracing/tracing.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Links, type LinkObject } from './s3-links.ts'
import { createS3Store } from './s3-store.ts'
import { traceStore } from './traced-store.ts'

type ObjectsConfig = z.output<typeof ObjectsEnvironment>

const bucketOf = ({ S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION }: ObjectsConfig) => ({
  bucket: S3_BUCKET,
  accessKey: S3_ACCESS_KEY ?? '',
  secretKey: S3_SECRET_KEY ?? '',
  region: S3_REGION,
})

/** The store that the configuration names: S3 when an endpoint is set, else files. */
export const openStore = (config: ObjectsConfig): ObjectStore => {
  if (config.S3_ENDPOINT !== undefined) {
    const silenceMs = config.S3_SILENCE_SECONDS * 1_000
    const store = createS3Store({ endpoint: config.S3_ENDPOINT, ...bucketOf(config), silenceMs })
    return tracing() === undefined ? store : traceStore(store)
  }
  if (config.OBJECTS_DIR === undefined) throw new Error('Set OBJECTS_DIR or S3_ENDPOINT.')
  return createDiskStore(config.OBJECTS_DIR)
}

/** Links into the configured bucket, by the endpoint that browsers reach it under. */
export const openLinks = (config: ObjectsConfig, endpoint: string): LinkObject =>
  createS3Links({ endpoint, ...bucketOf(config) })
