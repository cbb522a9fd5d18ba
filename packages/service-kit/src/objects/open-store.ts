import type { Client } from 'minio'
import type { z } from 'zod'
import type { ObjectsEnvironment } from '../config.ts'
import { createDiskStore } from './disk-store.ts'
import { checkKey, type ObjectStore } from './object-store.ts'
import { openClient } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'

type ObjectsConfig = z.output<typeof ObjectsEnvironment>

const bucketOf = ({ S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION }: ObjectsConfig) => ({
  bucket: S3_BUCKET,
  accessKey: S3_ACCESS_KEY ?? '',
  secretKey: S3_SECRET_KEY ?? '',
  region: S3_REGION,
})

/** S3 if an endpoint is configured, else files on disk. */
export const openStore = (config: ObjectsConfig): ObjectStore => {
  if (config.S3_ENDPOINT !== undefined) {
    const silenceMs = config.S3_SILENCE_SECONDS * 1_000
    return createS3Store({ endpoint: config.S3_ENDPOINT, ...bucketOf(config), silenceMs })
  }
  if (config.OBJECTS_DIR === undefined) throw new Error('Set OBJECTS_DIR or S3_ENDPOINT.')
  return createDiskStore(config.OBJECTS_DIR)
}

interface LinkedObject {
  key: string
  /** The content type and disposition that the bucket sends, instead of what it stores. */
  type: string
  disposition: string
}

/** Returns a presigned URL under which anyone can read the object for this many seconds. */
export type LinkObject = (object: LinkedObject, seconds: number) => Promise<string>

/** Signs URLs of the configured bucket for the endpoint under which browsers reach it. Sends no request. */
export const openLinks = (config: ObjectsConfig, endpoint: string): LinkObject => {
  const { bucket, ...access } = bucketOf(config)
  let client: Promise<Client> | undefined
  return async ({ key, type, disposition }, seconds) => {
    client ??= openClient({ endpoint, ...access })
    return (await client).presignedGetObject(bucket, checkKey(key), seconds, {
      'response-content-type': type,
      'response-content-disposition': disposition,
      // The URL expires soon, so a cached response could never be used.
      'response-cache-control': 'private, no-store',
    })
  }
}
