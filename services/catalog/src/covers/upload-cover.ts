import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { AppError, notFound } from '@griot/service-kit/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { Catalog } from '../catalog.ts'
import { isHostOf } from '../podcasts/podcasts.queries.ts'
import { readPicture } from './read-picture.ts'
import { receiveCover } from './receive-cover.ts'
import { forgetCover, insertCover, showCover, unusedCovers } from './uploaded-covers.queries.ts'

/** Where the store has a cover. */
export const coverKey = (coverId: string, size: (typeof COVER_SIZES)[number]) => `covers/${coverId}/${size}.webp`

// A picture is held whole, and decoded, while it is worked on.
const MOST_AT_ONCE = 3
let underWay = 0

const takeTurn = async <Result>(work: () => Promise<Result>) => {
  if (underWay >= MOST_AT_ONCE) {
    throw new AppError(503, 'cover.busy', 'Many covers are being uploaded right now. Please try again in a moment.', {
      retryAfter: 3,
    })
  }
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

/** Takes the picture of a form as the cover of a podcast of this host. */
export const uploadCover = async (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { podcastId, hostId }: { podcastId: string; hostId: string },
) => {
  if (!(await isHostOf(db, podcastId, hostId))) {
    request.resume()
    throw notFound('podcast')
  }
  await takeTurn(async () => {
    const renditions = await readPicture(await receiveCover(request))
    const coverId = await insertCover(db, podcastId)
    for (const { size, bytes } of renditions) {
      await store.put(coverKey(coverId, size), Readable.from([bytes]), { size: bytes.length })
    }
    await inTransaction(db, (tx) => showCover(tx, podcastId, coverId))
  })
}

// Pages that are open, and answers that are kept, still name the cover before.
const KEPT_MINUTES = 60

/** Removes covers that nothing shows any more, and what a killed process has left of one. */
export const sweepCovers = async (db: Db, store: ObjectStore, minutes = KEPT_MINUTES) => {
  for (const { id } of await unusedCovers(db, minutes)) {
    for (const size of COVER_SIZES) await store.remove(coverKey(id, size))
    await forgetCover(db, id)
  }
}
