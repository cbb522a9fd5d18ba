import { z } from 'zod'
import { ModuleName, ModuleVersion } from './modules.ts'

// An older release may read what a newer one has written, after a rollback or during an update. Unknown fields and values
// are therefore ignored, not rejected.

/** Blocked versions: the API rejects their requests, and their tabs change to the current version. */
const Blocked = z.object({
  /** One version, or a range such as `<0.3.0` that contains all builds of its numbers. */
  range: z.string(),
  reason: z.string(),
  by: z.string(),
  since: z.string(),
})

/** A flag of a module. A flag that is off is not stored. */
export const FlagName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'The name of a flag is small letters, digits and dashes, forty at most.')
const Flag = z.object({
  percent: z.number().gt(0).max(100),
  /** Fixed while the flag is on, so that users keep it as the share grows. */
  salt: z.string(),
})
export type Flag = z.infer<typeof Flag>

/** The next shares of a candidate, which the registry applies automatically. */
export const Ramp = z.object({
  /** Growing; 100 promotes the version. */
  shares: z.array(z.number().gt(0).max(100)).min(1).max(10),
  holdMinutes: z.number().int().min(1).max(1440),
  /** When the next share applies. */
  until: z.string(),
})
export type Ramp = z.infer<typeof Ramp>

export const BrowserCheck = z.enum(['required', 'optional'])
export type BrowserCheck = z.infer<typeof BrowserCheck>

/** The versions of one module in an environment. */
export const ModuleState = z.object({
  stable: ModuleVersion,
  /** When it became stable; its probation begins then. */
  since: z.string(),
  /** The author: a team, an admin, or `start` for the start of the product. */
  by: z.string(),
  /** The last known good version, which may be the stable one. */
  lkg: ModuleVersion.nullable(),
  candidate: z
    .object({
      version: ModuleVersion,
      percent: z.number().min(0).max(100),
      /** Fixed for a rollout, so that users keep the candidate as the share grows. */
      salt: z.string(),
      since: z.string(),
      /** Ranges of buckets that no other candidate has. Absent in a candidate of an earlier release, which uses the salt. */
      buckets: z.array(z.tuple([z.number().int(), z.number().int()])).optional(),
      ramp: Ramp.optional(),
    })
    .nullable(),
  /** The reason why the module is switched off, or null. Its pages and slots then show their fallbacks. */
  disabled: z.string().nullable(),
  /** Removed from menus and the registry, and switched off. The next promotion brings it back. */
  retired: z.boolean().optional(),
  /** Versions that were rolled back, newest first. Open tabs stop using them. */
  quarantined: z.array(ModuleVersion),
  blocked: z.array(Blocked).optional(),
  flags: z.record(FlagName, Flag).optional(),
  /** Required if absent: a version is released to all users only after a passed browser check. */
  browserCheck: BrowserCheck.optional(),
})
export type ModuleState = z.infer<typeof ModuleState>

/** The versions that users can get or a rollback returns to, each once. */
export const versionsInUse = ({ stable, lkg, candidate }: Pick<ModuleState, 'stable' | 'lkg' | 'candidate'>) =>
  [...new Set([stable, candidate?.version, lkg])].filter((version) => version !== undefined && version !== null)

export const CheckResult = z.object({
  id: z.string(),
  /** `refuse` stops the change, `warn` does not. */
  outcome: z.enum(['ok', 'warn', 'refuse']),
  says: z.string(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** The changes of one module that a team or an admin can request. */
export const ChangeAction = z.enum([
  'promote',
  'canary',
  'rollback',
  'disable',
  'enable',
  'retire',
  'block',
  'unblock',
  'flag',
  'policy',
])
export type ChangeAction = z.infer<typeof ChangeAction>

/** The change that led to a revision: an entry of the audit log. */
export const Change = z.object({
  by: z.string(),
  action: z.enum([...ChangeAction.options, 'publish', 'freeze', 'unfreeze', 'quarantine']),
  module: ModuleName.nullable(),
  from: ModuleVersion.nullable(),
  to: ModuleVersion.nullable(),
  percent: z.number().optional(),
  flag: FlagName.optional(),
  range: z.string().optional(),
  /** Of `disable`: the module was retired. Not an action of its own, which the tools of earlier releases would reject. */
  retired: z.boolean().optional(),
  /** Of `flag`: the policy was changed. Not an action of its own, for the same reason. */
  browserCheck: BrowserCheck.optional(),
  reason: z.string().optional(),
  checks: z.array(CheckResult).optional(),
})
export type Change = z.infer<typeof Change>

/** One revision of an environment: the state of each module, and the change that led there. */
export const Pointer = z.object({
  schema: z.literal(1),
  env: z.string(),
  rev: z.number().int(),
  at: z.string(),
  /** The reason why changes and automatic rollbacks are refused; null if they are not. */
  frozen: z.string().nullable(),
  modules: z.record(ModuleName, ModuleState),
  /** Null for the first revision, and for an action of a newer release. */
  change: Change.nullable().catch(null),
})
export type Pointer = z.infer<typeof Pointer>
