import { Id, Timestamp } from '@griot/contracts/values'
import { z } from 'zod'
import { defineCursor, toPage } from './cursor.ts'

/** The cursor of a list that is newest first. Stored times have whole milliseconds, so that it matches its row. */
export const NewestFirst = defineCursor(z.tuple([Timestamp, Id]))

/** The cursor of the first page. */
export const FROM_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** The query must select `limit + 1` rows. */
export const pageByNewest = <Row extends { createdAt: string; id: string }>(rows: Row[], limit: number) =>
  toPage(rows, limit, ({ createdAt, id }) => NewestFirst.write([createdAt, id]))
