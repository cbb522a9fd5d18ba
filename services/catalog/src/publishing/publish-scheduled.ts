import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { publishDue } from './publish-due.queries.ts'

const PAUSE_MS = 1_000

interface PublishScheduledOptions {
  db: Db
  log: Log
  /** Called after the state of episodes has changed. */
  onPublished: () => void
}

/** Publishes scheduled episodes at their time. Runs in every instance, without a leader. */
export const publishScheduled = ({ db, log, onPublished }: PublishScheduledOptions) =>
  repeatWork({ what: 'publishing scheduled episodes', pauseMs: PAUSE_MS, log }, async () => {
    const count = await publishDue(db)
    if (count === 0) return
    log.info({ count }, 'scheduled episodes were due')
    onPublished()
  })
