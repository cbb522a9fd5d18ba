import { WatchMedia } from '@griot/contracts/media/files'
import { MediaFile } from '@griot/contracts/media/media-file'
import { type Db, sql } from '@griot/service-kit/db/db'
import type { Context } from '@griot/service-kit/http/context'
import { unauthenticated } from '@griot/service-kit/http/errors'
import { onStream, type Route } from '@griot/service-kit/http/route'
import { z } from 'zod'
import { findFile, findFiles, type StoredFile } from '../files/media-file.ts'
import { openEventStream } from './event-stream.ts'
import type { Change, Changes } from './watch-changes.ts'

// The time of a row is set before its commit, so a reconnecting client gets this much more than it missed.
const OVERLAP_MS = 5_000
const MAX_CHANGES = 100

/**
 * Streams the changes of an owner's files as server-sent events. Starts with the files in processing and those that
 * changed in the last minute, or since the event `lastEventId`, so that a client misses nothing between its list request
 * and the stream.
 */
const streamChanges = (db: Db, changes: Changes, context: Context, ownerId: string) => {
  const stream = openEventStream(context)
  const fail = (error: unknown) => {
    context.state.log.warn({ err: error }, 'stream of media changes failed')
    stream.fail()
  }
  const sendFile = (file: StoredFile) => stream.send({ id: file.updatedAt, name: 'media', data: MediaFile.parse(file) })

  const sendChange = async ({ id, isGone }: Change) => {
    if (isGone) return stream.send({ name: 'media-deleted', data: { id } })
    const file = await findFile(db, id)
    // A file that will replace another is shown as a part of that one.
    if (file !== undefined && file.replaces === null) sendFile(file)
  }

  // One after another, so that an older state never follows a newer one.
  let sent = changedFilesOf(db, ownerId, context.get('last-event-id'))
    .then((files) => files.reverse().forEach(sendFile))
    .catch(fail)
  const stop = changes.watch(ownerId, {
    onChange: (change) => {
      sent = sent.then(() => sendChange(change)).catch(fail)
    },
    onLost: stream.end,
  })
  stream.onClose(stop)
}

/** Files of a user that are being processed or changed since the event with this id, or in the last minute. */
const changedFilesOf = (db: Db, ownerId: string, lastEventId: string) => {
  const time = z.iso.datetime().safeParse(lastEventId)
  const since = time.success ? new Date(Date.parse(time.data) - OVERLAP_MS).toISOString() : null
  return findFiles(
    db,
    sql`
      m.owner_id = ${ownerId} and m.replaces is null and (
        m.status = 'processing' or
        m.updated_at > coalesce(${since}::timestamptz, clock_timestamp() - interval '1 minute')
      )
      order by m.updated_at desc
      limit ${MAX_CHANGES}
    `,
  )
}

export const liveRoutes = (db: Db, changes: Changes): Route[] => [
  onStream(WatchMedia, async (context) => {
    const { user } = context.state
    if (user === null) throw unauthenticated()
    streamChanges(db, changes, context, user.id)
  }),
]
