import { PointsHistoryEntry } from '@griot/contracts/points'
import { z } from 'zod'

export const EntryKind = z.enum(['listening', 'started', 'completed', 'weekly', 'badge', 'tip', 'correction'])
export type EntryKind = z.infer<typeof EntryKind>

/** The headings that entries are listed under. */
export const EntryType = PointsHistoryEntry.shape.type
export type EntryType = z.infer<typeof EntryType>

/** What an entry's sentence is made of; kept with the entry, so that it reads the same for ever. */
export const About = z.object({
  title: z.string().optional(),
  minutes: z.number().optional(),
  /** Points that the limit for own shows held back of it. */
  held: z.number().optional(),
  badge: z.string().optional(),
  podcast: z.string().optional(),
  cents: z.number().optional(),
  pledged: z.boolean().optional(),
  why: z.string().optional(),
})
export type About = z.infer<typeof About>

/** One payment. A source pays once: `sourceId` is the session, episode, week, badge, tip or reversed entry. */
export interface Entry {
  kind: EntryKind
  type: EntryType
  sourceId: string
  points: number
  about: About
}
