import type { QueueFilter } from '@griot/contracts/queue'
import type { Db } from '@griot/service-kit/db/db'
import type { Context } from '@griot/service-kit/http/context'
import type { Caller } from '@griot/service-kit/identity/identity'
import { openEventStream } from '../live/event-stream.ts'
import type { Changes } from '../live/watch-changes.ts'
import { readChange } from './read-queue.ts'

const COALESCED_MS = 500

/**
 * Streams the changes of the caller's list, at most two events in a second. The first event is partial, so that the
 * client reads what changed before the stream.
 */
export const watchQueue = (db: Db, changes: Changes, context: Context, caller: Caller, filter: QueueFilter) => {
  const stream = openEventStream(context)
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const orFail = (sending: Promise<void>) =>
    sending.catch((error: unknown) => {
      context.state.log.warn({ err: error }, 'stream of queue changes failed')
      stream.fail()
    })
  const send = async () => {
    const ids = [...changed]
    changed.clear()
    stream.send({ name: 'queue', data: await readChange(db, caller, filter, ids) })
    timer = undefined
    if (changed.size > 0) schedule()
  }
  const schedule = () => {
    if (isClosed) return
    timer ??= setTimeout(() => void orFail(send()), COALESCED_MS)
  }
  const sendFirst = async () => {
    stream.send({ name: 'queue', data: { ...(await readChange(db, caller, filter, [])), isPartial: true } })
  }

  const stop = changes.watch(caller.isAdmin ? null : caller.id, {
    onChange: ({ id }) => {
      changed.add(id)
      schedule()
    },
    onLost: stream.end,
  })
  stream.onClose(() => {
    isClosed = true
    clearTimeout(timer)
    stop()
  })
  void orFail(sendFirst())
}
