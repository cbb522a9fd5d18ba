import type { Db } from '@griot/service-kit/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { Outbox } from '@griot/service-kit/outbox'
import type { HotAnswers } from './hot-answers.ts'

/** What the operations of this service work with. */
export interface Catalog {
  db: Db
  hot: HotAnswers
  /** Where uploaded pictures are. */
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
  /** Base address of the media service. */
  mediaUrl: string
}
