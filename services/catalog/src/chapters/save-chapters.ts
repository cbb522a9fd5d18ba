import { startProblems } from '@griot/contracts/catalog/chapter-rules'
import type { Chapter } from '@griot/contracts/catalog/chapters'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { invalid, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { requireRight } from '../members/access.ts'
import { changeFeeds } from '../publishing/feed-changes.ts'
import { lockEpisode } from '../publishing/publishing.queries.ts'
import { readChapters, writeChapters } from './chapters.queries.ts'

/** Replaces the chapters of an episode that the caller may edit. Throws 400 unless they follow each other from 0. */
export const saveChapters = (db: Db, episodeId: string, user: Caller, chapters: readonly Chapter[]) =>
  inTransaction(db, (tx) =>
    changeFeeds(tx, { episodeIds: [episodeId] }, async () => {
      const episode = orNotFound(await lockEpisode(tx, episodeId), 'episode')
      await requireRight(tx, episode.podcastId, user, 'edit', 'episode')
      const row = await readChapters(tx, episodeId)
      requireOrder(chapters, row.duration)
      await writeChapters(tx, episodeId, chapters)
      return { ...row, chapters: [...chapters] }
    }),
  )

const requireOrder = (chapters: readonly Chapter[], duration: number) => {
  const starts = chapters.map(({ start }) => start)
  const problems = Object.entries(startProblems(starts, duration))
  if (problems.length === 0) return
  throw invalid(Object.fromEntries(problems.map(([at, sentence]) => [`chapters.${at}.start`, sentence])))
}
