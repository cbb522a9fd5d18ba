import { GetMedia, ListUserMedia, RenameMedia } from '@griot/contracts/media/files'
import { type Db, sql } from '@griot/service-kit/db/db'
import { pageByNewest } from '@griot/service-kit/db/newest-first'
import { on, type Route } from '@griot/service-kit/http/route'
import { cleanName } from './clean-name.ts'
import { changeOwnFile, findFiles, isAfter, ownFile } from './media-file.ts'

export const fileRoutes = (db: Db): Route[] => [
  on(ListUserMedia, async ({ user, query: { cursor, limit }, nextPage }) => {
    const files = await findFiles(
      db,
      sql`
        m.owner_id = ${user.id} and m.replaces is null ${isAfter(cursor)}
        order by m.created_at desc, m.id desc
        limit ${limit + 1}
      `,
    )
    const page = pageByNewest(files, limit)
    nextPage(page.next)
    return page.items
  }),
  on(GetMedia, ({ user, params }) => ownFile(db, user, params.id)),
  on(RenameMedia, ({ user, params, body }) =>
    changeOwnFile(db, user, params.id, (tx) =>
      tx.run(sql`update media_file set original_name = ${cleanName(body.originalName)} where id = ${params.id}`),
    ),
  ),
]
