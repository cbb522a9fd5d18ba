import { randomUUID } from 'node:crypto'
import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { inTransaction } from '@griot/service-kit/db'
import type { Person } from '@griot/service-kit/testing/identity'
import { markFailed, markReady } from '../processing/processing.queries.ts'
import { GAVE_UP } from '../processing/requeue-lost.ts'
import type { House } from './house.ts'

/** States that would take a worker or another service to reach. */
export const given = (house: House) => ({
  /** The worker has measured the file. */
  async ready(mediaFileId: string, durationSeconds = 42) {
    const measured = {
      durationSeconds,
      format: 'mp3',
      codec: 'mp3',
      bitrate: 128_000,
      sampleRate: 44_100,
      channels: 2,
      sound: { loudness: -16, peak: -1.5, leadingSilence: 0, trailingSilence: 0.5 },
      peaks: Buffer.from([0, 128, 255]),
      tags: { title: null, artist: null, album: null },
      artwork: null,
    }
    await inTransaction(house.database.db, (tx) => markReady(tx, { mediaFileId, revision: 1 }, measured))
  },

  /** Processing itself failed, unless it is said that the file was at fault. */
  async failed(mediaFileId: string, { isHopeless = false } = {}) {
    const failure = isHopeless ? 'This file is not audio we can read.' : GAVE_UP
    await markFailed(house.database.db, { mediaFileId, revision: 1 }, failure, { isHopeless })
  },

  /** The id of an episode in catalog that this person hosts. */
  episodeOf(host: Person, status: EpisodeStatus = 'published') {
    const id = randomUUID()
    house.episodes.set(id, { hostId: host.id, status })
    return id
  },
})
