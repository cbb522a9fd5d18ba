import type { Client } from 'minio'

/** Gives up the uploads in parts that began longer ago than this and that nobody has completed, with their parts. */
export const sweepUnfinished = async (client: Client, bucket: string, olderThanMs: number) => {
  const before = Date.now() - olderThanMs
  for await (const { key, uploadId, initiated } of unfinished(client, bucket)) {
    if (initiated.getTime() < before) await client.abortMultipartUpload(bucket, key, uploadId)
  }
}

async function* unfinished(client: Client, bucket: string) {
  let from = ''
  for (;;) {
    const page = await client.listIncompleteUploadsQuery(bucket, '', from, '', '').catch(ifUnsupported)
    if (page === null) return
    yield* page.uploads
    // What else is under the same key comes up the next time.
    if (!page.isTruncated || page.nextKeyMarker === from) return
    from = page.nextKeyMarker
  }
}

/** Not every S3 can list them; one that cannot expires them by a rule of its own. */
const ifUnsupported = (error: Error & { code?: string }) => {
  if (error.code === 'NotImplemented') return null
  throw error
}
