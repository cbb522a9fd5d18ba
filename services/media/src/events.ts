import { EpisodeVisibility } from '@griot/contracts/events'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { consumeEvents, onEvent } from '@griot/service-kit/outbox'
import type { Queueing } from '@griot/service-kit/queue'
import { followEpisode } from './links/visibility.queries.ts'

/** What catalog tells, and what changes here when it does. */
export const followEvents = (parts: { db: Db; queueing: Queueing; log: Log }) =>
  consumeEvents('media', parts, [onEvent(EpisodeVisibility, followEpisode)])
