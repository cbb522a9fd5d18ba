import { Chapter, FileChapter } from '@griot/contracts/catalog/chapters'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Row = z.object({
  chapters: z.array(Chapter).nullable(),
  fileChapters: z.array(FileChapter).nullable(),
  notes: z.string(),
  duration: z.number(),
})
export type ChapterRow = z.output<typeof Row>

/** The saved chapters of an episode and the sources of proposals. */
export const readChapters = (db: Queryable, episodeId: string) =>
  db.one(
    Row,
    sql`
      select chapters, file_chapters as "fileChapters", description as notes,
        coalesce(measured_seconds, typed_seconds) as duration
      from episode where id = ${episodeId}
    `,
  )

export const writeChapters = (tx: Tx, episodeId: string, chapters: readonly Chapter[]) =>
  tx.run(sql`update episode set chapters = ${JSON.stringify(chapters)}::jsonb where id = ${episodeId}`)
