import { defineCursor, toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { z } from 'zod'
import { filesOf } from './files.queries.ts'

const ByNewest = defineCursor(z.tuple([z.iso.datetime(), z.uuid()]))

/** A page of someone's files, newest first. */
export const listFiles = async (
  db: Db,
  ownerId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) => {
  const [createdAt, id] = ByNewest.read(cursor) ?? []
  const after = createdAt === undefined || id === undefined ? null : { createdAt, id }
  const files = await filesOf(db, ownerId, { after, limit: limit + 1 })
  return toPage(
    files.map(({ shown }) => shown),
    limit,
    (last) => ByNewest.write([last.createdAt, last.id]),
  )
}
