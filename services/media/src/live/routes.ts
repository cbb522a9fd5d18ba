import { PassThrough } from 'node:stream'
import { WatchMedia } from '@griot/contracts/media/files'
import { MediaFile } from '@griot/contracts/media/media-file'
import { type Db, sql } from '@griot/service-kit/db/db'
import { unauthenticated } from '@griot/service-kit/http/errors'
import { onStream, type Route } from '@griot/service-kit/http/route'
import type { Log } from '@griot/service-kit/log/log'
import { z } from 'zod'
import { findFile, findFiles, type StoredFile } from '../files/media-file.ts'
import type { Change, Changes } from './watch-changes.ts'

const KEEP_ALIVE_MS = 15_000
const RECONNECT_MS = 2_000
const MAX_BUFFERED_BYTES = 1024 * 1024

// The time of a row is set before its commit, so a reconnecting client gets this much more than it missed.
const OVERLAP_MS = 5_000
const MAX_CHANGES = 100

/**
 * Streams the changes of an owner's files as server-sent events. Starts with the files in processing and those that
 * changed in the last minute, or since the event `lastEventId`, so that a client misses nothing between its list request
 * and the stream. A slow client is disconnected; it reconnects and gets the missed changes.
 */
const streamChanges = (
  { db, changes, log }: { db: Db; changes: Changes; log: Log },
  ownerId: string,
  lastEventId: string,
) => {
  const stream = new PassThrough()
  const write = (text: string) => {
    if (stream.destroyed || stream.writableEnded) return
    if (stream.writableLength + stream.readableLength > MAX_BUFFERED_BYTES) stream.destroy()
    else stream.write(`${text}\n\n`)
  }
  write(`retry: ${RECONNECT_MS}`)
  const keepAlive = setInterval(() => write(': keep-alive'), KEEP_ALIVE_MS)
  const fail = (error: unknown) => {
    log.warn({ err: error }, 'stream of media changes failed')
    stream.destroy()
  }
  // The client sends the last id as `Last-Event-ID` when it reconnects.
  const sendFile = (file: StoredFile) =>
    write(`id: ${file.updatedAt}\nevent: media\ndata: ${JSON.stringify(MediaFile.parse(file))}`)

  const sendChange = async ({ id, isGone }: Change) => {
    if (isGone) return write(`event: media-deleted\ndata: ${JSON.stringify({ id })}`)
    const file = await findFile(db, id)
    // A file that will replace another is shown as a part of that one.
    if (file !== undefined && file.replaces === null) sendFile(file)
  }

  // One after another, so that an older state never follows a newer one.
  let sent = changedFilesOf(db, ownerId, lastEventId)
    .then((files) => files.reverse().forEach(sendFile))
    .catch(fail)
  const stop = changes.watch(ownerId, {
    onChange: (change) => {
      sent = sent.then(() => sendChange(change)).catch(fail)
    },
    onLost: () => stream.end(),
  })
  stream.once('close', () => {
    clearInterval(keepAlive)
    stop()
  })
  return stream
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
    const { user, log } = context.state
    if (user === null) throw unauthenticated()
    context.set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Disables the response buffer of nginx.
      'x-accel-buffering': 'no',
    })
    context.body = streamChanges({ db, changes, log }, user.id, context.get('last-event-id'))
  }),
]
