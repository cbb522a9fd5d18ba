import { z } from 'zod'
import { ModuleName, ModuleVersion } from './modules.ts'

// A release that people go back to, or that still runs beside the next one, reads what that has written: what it does not
// know is left out, and never keeps it from showing what stands.

/** Versions of a module whose calls are no longer answered: their tabs take a newer one. */
const Blocked = z.object({
  /** One version, or a range of numbers of which all builds are meant: `<0.3.0`. */
  range: z.string(),
  reason: z.string(),
  by: z.string(),
  since: z.string(),
})

/** A switch of a module's team, turned without a deploy: for how many people it is on. Off is not there. */
export const FlagName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'The name of a flag is small letters, digits and dashes, forty at most.')
const Flag = z.object({
  percent: z.number().gt(0).max(100),
  /** Fixed while it is on, so that a growing share only ever takes people in. */
  salt: z.string(),
})
export type Flag = z.infer<typeof Flag>

/** Which version of one module stands in an environment, and what is under way. */
export const Standing = z.object({
  stable: ModuleVersion,
  /** When it became stable: the probation of a new version counts from here. */
  since: z.string(),
  /** Who chose it: a team by its token, an admin, or the start of the product itself. */
  by: z.string(),
  /** The last version that is known to be good; the stable one itself once it has proved itself. */
  lkg: ModuleVersion.nullable(),
  candidate: z
    .object({
      version: ModuleVersion,
      percent: z.number().min(0).max(100),
      /** Fixed for a rollout, so that a growing share only ever takes people in. */
      salt: z.string(),
      since: z.string(),
    })
    .nullable(),
  /** Why the module is switched off: its places then show their fallbacks. */
  disabled: z.string().nullable(),
  /** Versions that were taken back because they failed, newest first; open tabs leave them at once. */
  quarantined: z.array(ModuleVersion),
  blocked: z.array(Blocked).optional(),
  flags: z.record(FlagName, Flag).optional(),
})
export type Standing = z.infer<typeof Standing>

export const CheckResult = z.object({
  id: z.string(),
  /** `refuse` stops the change, `warn` only says so. */
  outcome: z.enum(['ok', 'warn', 'refuse']),
  says: z.string(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** What was done to come from one revision to the next: who, what, why, and what the checks said. */
export const Change = z.object({
  by: z.string(),
  action: z.enum([
    'publish',
    'promote',
    'canary',
    'rollback',
    'disable',
    'enable',
    'freeze',
    'unfreeze',
    'quarantine',
    'block',
    'unblock',
    'flag',
  ]),
  module: ModuleName.nullable(),
  from: ModuleVersion.nullable(),
  to: ModuleVersion.nullable(),
  percent: z.number().optional(),
  flag: FlagName.optional(),
  range: z.string().optional(),
  reason: z.string().optional(),
  checks: z.array(CheckResult).optional(),
})
export type Change = z.infer<typeof Change>

/**
 * One revision of an environment: which version of each module stands, and what led there. All revisions together are
 * the journal.
 */
export const Pointer = z.object({
  schema: z.literal(1),
  env: z.string(),
  rev: z.number().int(),
  at: z.string(),
  /** Why nothing may be changed now, nor taken back by itself; null when all is open. */
  frozen: z.string().nullable(),
  modules: z.record(ModuleName, Standing),
  /** Null for the first, and for what a newer release calls by a name that is not known here. */
  change: Change.nullable().catch(null),
})
export type Pointer = z.infer<typeof Pointer>
