import type { Endpoint } from '@griot/contracts/endpoint'
import type { Db, Queryable } from '@griot/service-kit/db'
import { FRESH_HEADER } from '@griot/service-kit/fresh'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { Outbox } from '@griot/service-kit/outbox'
import type { Call } from '@griot/service-kit/read-call'
import type { HotAnswers } from './hot-answers.ts'

/** What the operations of this service work with. */
export interface Catalog {
  db: Db
  /** For reading what may be a moment old: a replica, where there is one. */
  reads: Queryable
  hot: HotAnswers
  /** Where uploaded pictures are. */
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
  /** Base address of the media service. */
  mediaUrl: string
}

/** Where a call reads from, and whether it may be answered from memory: not for someone who has just written. */
export const readingFor = ({ db, reads }: Pick<Catalog, 'db' | 'reads'>, call: Pick<Call<Endpoint>, 'header'>) => {
  const isFresh = call.header(FRESH_HEADER) !== undefined
  return { from: isFresh ? db : reads, isFresh }
}
