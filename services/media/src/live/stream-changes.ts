import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { z } from 'zod'
import { changedFilesOf, findFile } from '../files/files.queries.ts'
import type { StoredFile } from '../files/media-file.ts'
import { EventStream } from './event-stream.ts'
import type { Change, Changes } from './watch-changes.ts'

// Rows get their time before they are committed, so a reader who comes back is told a little more than it missed.
const OVERLAP_MS = 5_000

interface StreamParts {
  db: Db
  changes: Changes
  log: Log
}

/**
 * A stream of the changes of someone's files. Begins with what is being processed and what changed lately, or since
 * the event `lastEventId`, so that nothing is missed between reading the list and listening.
 */
export const streamChanges = ({ db, changes, log }: StreamParts, ownerId: string, lastEventId: string) => {
  const stream = new EventStream()
  const fail = (error: unknown) => {
    log.warn({ err: error }, 'media changes interrupted')
    stream.destroy()
  }
  const show = (file: StoredFile) => stream.send('media', file.shown, file.updatedAt)

  const tell = async ({ id, isGone }: Change) => {
    if (isGone) return stream.send('media-deleted', { id })
    const file = await findFile(db, id)
    // What is to replace another file shows as a part of that one.
    if (file !== undefined && file.replaces === null) show(file)
  }

  // One after another, so that an older state never overtakes a newer one.
  let told = changedFilesOf(db, ownerId, sinceOf(lastEventId))
    .then((files) => files.reverse().forEach(show))
    .catch(fail)
  const stop = changes.watch(ownerId, {
    onChange: (change) => {
      told = told.then(() => tell(change)).catch(fail)
    },
    onLost: () => stream.end(),
  })
  stream.once('close', stop)
  return stream
}

const sinceOf = (lastEventId: string) => {
  const time = z.iso.datetime().safeParse(lastEventId)
  return time.success ? new Date(Date.parse(time.data) - OVERLAP_MS).toISOString() : null
}
