import type { Client } from 'minio'
import { checkKey } from './object-store.ts'
import { openClient, type S3Access } from './s3-client.ts'

export interface LinkedObject {
  key: string
  /** What the bucket says of the object then, instead of what it knows. */
  type: string
  disposition: string
}

/** An address under which whoever has it may read this object, for so many seconds. */
export type LinkObject = (object: LinkedObject, seconds: number) => Promise<string>

/** Signs addresses of a bucket under the name by which browsers know it. Asks nobody. */
export const createS3Links = ({ bucket, ...access }: S3Access & { bucket: string }): LinkObject => {
  let client: Promise<Client> | undefined
  return async ({ key, type, disposition }, seconds) => {
    client ??= openClient(access)
    return (await client).presignedGetObject(bucket, checkKey(key), seconds, {
      'response-content-type': type,
      'response-content-disposition': disposition,
      // The address is not to be used later, so there is nothing to keep under it.
      'response-cache-control': 'private, no-store',
    })
  }
}
