import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor } from '@griot/service-kit/db/cursor'
import { z } from 'zod'

/** The cursor of a list that is newest first. Stored times have whole milliseconds, so that it matches its row. */
export const NewestFirst = defineCursor(z.tuple([Timestamp, Id]))

/** The cursor of the first page. */
export const FROM_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const
