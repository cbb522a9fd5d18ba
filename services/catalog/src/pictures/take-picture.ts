import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { inTransaction } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import type { Catalog } from '../catalog.ts'
import { pictureKey } from './picture-key.ts'
import { forgetPicture, insertPicture, type PictureKind, showPicture, unusedPictures } from './pictures.queries.ts'
import { readPicture } from './read-picture.ts'
import { receivePicture } from './receive-picture.ts'

// A picture is held whole, and decoded, while it is worked on.
const MOST_AT_ONCE = 3
let underWay = 0

const takeTurn = async <Result>(kind: PictureKind, work: () => Promise<Result>) => {
  if (underWay >= MOST_AT_ONCE) {
    throw new AppError(
      503,
      `${kind}.busy`,
      'Many pictures are being uploaded right now. Please try again in a moment.',
      {
        retryAfter: 3,
      },
    )
  }
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

/** Takes the picture of a form and shows it; whether the caller may is settled before. */
export const takePicture = (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { kind, ownerId }: { kind: PictureKind; ownerId: string },
) =>
  takeTurn(kind, async () => {
    const renditions = await readPicture(await receivePicture(request, kind), kind)
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
