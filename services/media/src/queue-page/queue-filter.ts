import type { QueueFilter, QueueView } from '@griot/contracts/queue'
import { emptySql, type Sql, sql } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'

/** The task of an entry `q`. A release before it stores the MP3 of an episode as a check. */
export const TASK = sql`case when q.makes_mp3 then 'mp3' else q.task end`

/** The files `q` of the queue that the caller may see and that match the filter in any state. */
const isWithin = (caller: Caller, { ownerId, search, task }: QueueFilter) => sql`
  q.cleared_at is null
  ${caller.isAdmin ? emptySql : sql`and q.owner_id = ${caller.id}`}
  ${ownerId === undefined ? emptySql : sql`and q.owner_id = ${ownerId}`}
  ${task === undefined ? emptySql : sql`and ${TASK} = ${task}`}
  ${search ? sql`and q.search_text like ${`%${escaped(search)}%`}` : emptySql}
`

const escaped = (search: string) => search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')

/** Also the condition of the counter `ready`. */
const IS_RECENTLY_READY = sql`q.state = 'ready' and q.since > now() - interval '24 hours'`

const VIEWS: Record<QueueView, Sql> = {
  waiting: sql`q.state = 'waiting'`,
  active: sql`q.state = 'active'`,
  retrying: sql`q.state = 'retrying'`,
  failed: sql`q.state = 'failed'`,
  cancelled: sql`q.state = 'cancelled'`,
  fixable: sql`q.state = 'failed' and not q.is_permanent`,
  hopeless: sql`q.state = 'failed' and q.is_permanent`,
  ready: IS_RECENTLY_READY,
}

const IS_OPEN = sql`q.state in ('waiting', 'active', 'retrying', 'failed')`

// An admin cannot help with a permanent failure, its owner can.
const isOpenFor = ({ isAdmin }: Caller) => (isAdmin ? sql`${IS_OPEN} and not q.is_permanent` : IS_OPEN)

/** The files `q` of the list that the filter selects. */
export const isListed = (caller: Caller, filter: QueueFilter) => sql`
  ${isWithin(caller, filter)} and ${filter.state === undefined ? isOpenFor(caller) : VIEWS[filter.state]}
`

/** The matching files of a state. One range of an index. */
export const entriesIn = (caller: Caller, filter: QueueFilter, view: QueueView) => sql`
  queue_entry q where ${isWithin(caller, filter)} and ${VIEWS[view]}
`
