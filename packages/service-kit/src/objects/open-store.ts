import type { z } from 'zod'
import type { ObjectsEnvironment } from '../config.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

/** The store that the configuration names: S3 when an endpoint is set, else files. */
export const openStore = (config: z.output<typeof ObjectsEnvironment>): ObjectStore => {
  if (config.S3_ENDPOINT !== undefined) {
    return createS3Store({
      endpoint: config.S3_ENDPOINT,
      bucket: config.S3_BUCKET,
      accessKey: config.S3_ACCESS_KEY ?? '',
      secretKey: config.S3_SECRET_KEY ?? '',
      region: config.S3_REGION,
    })
  }
  if (config.OBJECTS_DIR === undefined) throw new Error('Set OBJECTS_DIR or S3_ENDPOINT.')
  return createDiskStore(config.OBJECTS_DIR)
}
