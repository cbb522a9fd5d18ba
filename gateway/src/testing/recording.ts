import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGrantSigner, GRANT_HEADER, type Grant } from '@griot/service-kit/identity/grant'
import type { Harness } from './harness.ts'

/** Stores a recording of random bytes, and returns the grant for it. */
export const storeRecording = async (harness: Harness) => {
  const mediaId = randomUUID()
  const bytes = randomBytes(1_000_003)
  const key = `media/${mediaId}`
  const grant: Grant = { key, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'Ɛyɛ "sound".mp3' }
  await mkdir(join(harness.objectsDir, 'media'), { recursive: true })
  await writeFile(join(harness.objectsDir, grant.key), bytes)
  return { mediaId, bytes, grant }
}

/** Makes media grant every request. */
export const grantAll = (harness: Harness, grantOf: () => Grant) => {
  harness.services.media = async (_, response) => {
    const token = await createGrantSigner(harness.grantSecret)(grantOf())
    response.writeHead(204, { [GRANT_HEADER]: token }).end()
  }
}
