import { ListeningRecorded, MediaDeleted, MediaLinked, MediaProcessed } from '@griot/contracts/events'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { consumeEvents, type Outbox, onEvent } from '@griot/service-kit/outbox'
import type { Queueing } from '@griot/service-kit/queue'
import { followAudio } from './episodes/episodes.queries.ts'
import type { HotAnswers } from './hot-answers.ts'
import { countListener } from './popularity/popularity.queries.ts'

/** What the other services tell, and what changes here when they do. */
const catalogEvents = [
  onEvent(MediaLinked, followAudio),
  onEvent(MediaProcessed, followAudio),
  onEvent(MediaDeleted, followAudio),
  onEvent(ListeningRecorded, countListener),
]

interface Follower {
  db: Db
  queueing: Queueing
  log: Log
  hot: HotAnswers
  outbox: Pick<Outbox, 'kick'>
}

export const followEvents = ({ db, queueing, log, hot, outbox }: Follower) =>
  consumeEvents('catalog', { db, queueing, log }, catalogEvents).on('completed', ({ name }) => {
    // Someone listens somewhere all the time: those numbers may be a second late, the lists stay warm.
    if (name === ListeningRecorded.name) return
    hot.drop()
    outbox.kick()
  })
