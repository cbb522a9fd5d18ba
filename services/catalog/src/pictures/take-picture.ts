import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { inTransaction } from '@griot/service-kit/db'
import type { Catalog } from '../catalog.ts'
import { pictureKey } from './picture-key.ts'
import { forgetPicture, insertPicture, type PictureKind, showPicture, unusedPictures } from './pictures.queries.ts'
import { readPicture } from './read-picture.ts'
import { receivePicture } from './receive-picture.ts'
import { takeTurn, whileDecoded } from './turns.ts'

/** Takes the picture of a form and shows it; whether the caller may is settled before. */
export const takePicture = (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { kind, ownerId, personId }: { kind: PictureKind; ownerId: string; personId: string },
) =>
  takeTurn({ kind, personId, request }, async () => {
    const picture = await receivePicture(request, kind)
    const renditions = await whileDecoded(() => readPicture(picture, kind))
    const pictureId = await insertPicture(db, kind, ownerId)
    for (const { size, bytes } of renditions) {
      await store.put(pictureKey(pictureId, size), Readable.from([bytes]), { size: bytes.length })
    }
    await inTransaction(db, (tx) => showPicture(tx, kind, ownerId, pictureId))
  })

// Pages that are open, and answers that are kept, still name the picture before.
const KEPT_MINUTES = 60

/** Removes pictures that nothing shows any more, and what a killed process has left of one. */
export const sweepPictures = async ({ db, store }: Pick<Catalog, 'db' | 'store'>, minutes = KEPT_MINUTES) => {
  for (const { id } of await unusedPictures(db, minutes)) {
    for (const size of COVER_SIZES) await store.remove(pictureKey(id, size))
    await forgetPicture(db, id)
  }
}
