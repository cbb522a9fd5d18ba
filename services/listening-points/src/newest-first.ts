import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor } from '@griot/service-kit/cursor'
import { z } from 'zod'

/** Where a list that is newest first goes on: times have whole milliseconds in the tables, so a cursor finds its row. */
export const NewestFirst = defineCursor(z.tuple([Timestamp, Id]))

/** Before every row of such a list. */
export const FROM_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const
