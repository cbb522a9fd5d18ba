import { type EpisodeChapters, GetChapters, SaveChapters } from '@griot/contracts/catalog/chapters'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { editableEpisode } from '../previews/preview-episode.ts'
import { type ChapterRow, readChapters } from './chapters.queries.ts'
import { proposeChapters } from './propose-chapters.ts'
import { saveChapters } from './save-chapters.ts'

const shown = ({ chapters, ...sources }: ChapterRow): EpisodeChapters => ({
  chapters,
  proposals: proposeChapters(sources),
})

export const chapterRoutes = ({ db }: Pick<Catalog, 'db'>) => [
  on(GetChapters, async ({ user, params }) => {
    await editableEpisode(db, params.id, user)
    return shown(await readChapters(db, params.id))
  }),

  on(SaveChapters, async ({ user, params, body, log }) => {
    // Before the locks, so that other users cannot hold them.
    await editableEpisode(db, params.id, user)
    const saved = await saveChapters(db, params.id, user, body.chapters)
    log.info({ episodeId: params.id, chapters: body.chapters.length, userId: user.id }, 'chapters saved')
    return shown(saved)
  }),
]
