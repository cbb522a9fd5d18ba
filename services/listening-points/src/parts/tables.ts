/** What is cut, and what is compared before the cut counts. */
export interface CutTable {
  name: string
  /** Rows of which this is true never change again: only they are copied while people go on listening. */
  settled: string
  /** Added up for each person, here and there. */
  sums: readonly string[]
}

export const TABLES: readonly CutTable[] = [
  { name: 'ledger_entry', settled: 'true', sums: ['points', 'number'] },
  {
    name: 'listening_session',
    settled: 'ended_at is not null',
    sums: ['points_earned', 'credited_seconds', 'heard_seconds'],
  },
]

/** Every key begins with it, so whatever is unique in a part is unique in all of them. */
export const BY = 'user_id'
export const SCHEMA = 'listening_points'
/** Where the new tables are made, and where those from before go. Apart, so that all names can stay as they are. */
export const MAKING = 'listening_points_parts'
export const BEFORE = 'listening_points_before'

/** A reason not to do it, for whoever asked. */
export class CutRefused extends Error {
  override name = 'CutRefused'
}

export const partNames = (table: string, parts: number): string[] => {
  const digits = String(parts - 1).length
  return Array.from({ length: parts }, (_, part) => `${table}_${String(part).padStart(digits, '0')}`)
}
