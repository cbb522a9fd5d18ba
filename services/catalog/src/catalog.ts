import type { Db } from '@griot/service-kit/db'
import type { HotAnswers } from './hot-answers.ts'

/** What the operations of this service work with. */
export interface Catalog {
  db: Db
  hot: HotAnswers
  /** Base address of the media service. */
  mediaUrl: string
}
