import type { Db } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import { shortHash } from '@griot/service-kit/short-hash'
import { ownFile } from '../files/own-file.ts'

/** The picture out of a file's tags, as we have drawn it anew, for its owner. */
export const findArtwork = async (db: Db, store: ObjectStore, caller: Caller, id: string) => {
  const { artworkKey } = await ownFile(db, caller, id)
  if (artworkKey === null) throw notFound('artwork')
  return {
    // An object is never written twice, so its key stands for its bytes.
    etag: `"${shortHash(artworkKey)}"`,
    open: () =>
      store.read(artworkKey).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? notFound('artwork') : error
      }),
  }
}
