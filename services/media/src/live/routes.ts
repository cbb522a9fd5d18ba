import { WatchMedia } from '@griot/contracts/media/files'
import type { Db } from '@griot/service-kit/db'
import { unauthenticated } from '@griot/service-kit/errors'
import { onStream, type Route } from '@griot/service-kit/route'
import { streamChanges } from './stream-changes.ts'
import type { Changes } from './watch-changes.ts'

export const liveRoutes = (db: Db, changes: Changes): Route[] => [
  onStream(WatchMedia, async (context) => {
    const { user, log } = context.state
    if (user === null) throw unauthenticated()
    context.set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy in front must not wait for a full buffer.
      'x-accel-buffering': 'no',
    })
    context.body = streamChanges({ db, changes, log }, user.id, context.get('last-event-id'))
  }),
]
