import { z } from 'zod'
import { BrowserCheck, Change, CheckResult, FlagName, ModuleState, Ramp } from './module-pointer.ts'
import { ModuleName, ModuleVersion, Overrides, VersionDocument } from './modules.ts'

// Requests and responses of the registry API (module-endpoints.ts), and telemetry of modules.

/** The names of files that are not stored yet. */
export const DeployPlan = z.object({ missing: z.array(z.string()) })
export type DeployPlan = z.infer<typeof DeployPlan>

const Line = z.string().trim().min(1).max(300)
const WebAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\//, 'Must be a web address.')

/** The origin of a build, as the deployer states it. */
export const VersionSource = z.strictObject({
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .optional(),
  branch: Line.optional(),
  author: Line.optional(),
  /** The first line of the commit message. */
  message: Line.optional(),
  /** The CI job. */
  link: WebAddress.optional(),
})
export type VersionSource = z.infer<typeof VersionSource>

export const DeployRequest = z.strictObject({ document: VersionDocument, source: VersionSource.optional() })

export const VersionChecks = z.object({ module: z.string(), version: z.string(), checks: z.array(CheckResult) })
export type VersionChecks = z.infer<typeof VersionChecks>

/** Newest first. */
export const DeployedVersions = z.object({
  versions: z.array(
    z.object({
      version: z.string(),
      /** Null for a version that came with the product. */
      deployed: z.object({ by: z.string(), at: z.string() }).nullable(),
      source: VersionSource.nullable().default(null),
      /** The reason why it cannot run now: the current shell, or a block; null if it can. */
      misfit: z.string().nullable().default(null),
    }),
  ),
})
export type DeployedVersions = z.infer<typeof DeployedVersions>

/** As `module@version`: versions in use with other types that no compiler has compared yet. */
export const UncomparedTypes = z.object({ uncompared: z.array(z.string()) })

export const TypesCompared = z.strictObject({
  other: z.strictObject({ module: ModuleName, version: ModuleVersion }),
  /** The compiler's message; null if the types fit. */
  complaint: z.string().min(1).max(1000).nullable(),
})
export type TypesCompared = z.infer<typeof TypesCompared>

export const BrowserVerdict = z.strictObject({
  /** The problems that the browser check found; empty if the version passed. */
  problems: z.array(z.string().min(1).max(500)).max(50),
})

export const ChangeRequest = z.strictObject({
  version: ModuleVersion.optional(),
  percent: z.number().min(0).max(100).optional(),
  flag: FlagName.optional(),
  /** For `block`: a version, or a range such as `<0.3.0`. */
  range: z.string().min(1).max(80).optional(),
  /** For `rollback`: the last known good version instead of the one that was current before. */
  toLastGood: z.boolean().optional(),
  /** For `canary`: the shares after `percent`, which the registry applies automatically. */
  ramp: Ramp.omit({ until: true }).strict().optional(),
  /** For `policy`. */
  browserCheck: BrowserCheck.optional(),
  reason: z.string().min(1).max(300).optional(),
  /** Overrides a refusing check; needs a reason, and is not allowed for the deployer of the version. */
  force: z.boolean().optional(),
  dryRun: z.boolean().optional(),
})
export type ChangeRequest = z.input<typeof ChangeRequest>

export const ChangeResponse = z.object({
  rev: z.number().int(),
  /** False if nothing changed. */
  isNew: z.boolean(),
  state: ModuleState,
  change: Change.nullable(),
})
export type ChangeResponse = z.infer<typeof ChangeResponse>

export const CollectRequest = z.strictObject({ dryRun: z.boolean().optional() })
export const CollectResponse = z.object({
  /** Marked now; removed a day later if they are still not needed. */
  marked: z.array(z.string()),
  removed: z.array(z.string()),
  kept: z.number().int(),
})
export type CollectResponse = z.infer<typeof CollectResponse>

export const FreezeRequest = z.strictObject({ reason: z.string().min(1).max(300).nullable() })

export const MAX_OVERRIDE_MINUTES = 480

export const OverrideRequest = z.strictObject({
  modules: Overrides.default({}),
  /** All other modules as in this revision. */
  rev: z.number().int().min(1).optional(),
  minutes: z.number().int().min(1).max(MAX_OVERRIDE_MINUTES).default(120),
})
export const OverrideResponse = z.object({ link: z.string(), until: z.string() })
export type OverrideResponse = z.infer<typeof OverrideResponse>

export const DraftRequest = z.strictObject({ version: ModuleVersion })
export const DraftResponse = z.object({
  draft: z.string(),
  version: z.string(),
  /** Only for a preview. It never changes. */
  link: z.string().nullable().default(null),
})
export type DraftResponse = z.infer<typeof DraftResponse>

/** Session counts of a version in the last five minutes. */
export const VersionHealth = z.object({
  module: z.string(),
  version: z.string(),
  sessions: z.number().int(),
  failedSessions: z.number().int(),
  /** Failed sessions in which it loaded but rendered nothing. */
  stalledSessions: z.number().int().default(0),
  /** Sessions with a 5xx response. */
  faultySessions: z.number().int().default(0),
  /** 75th percentile of the load time in milliseconds; null without measurements. */
  loadP75: z.number().nullable(),
})
export type VersionHealth = z.infer<typeof VersionHealth>

/** Equal errors of a version. */
export const VersionError = z.object({
  version: z.string(),
  message: z.string(),
  /** With positions in the sources, as far as the version has source maps. */
  stack: z.string().nullable(),
  /** The path of the page, of the last time. */
  page: z.string(),
  /** Shown to the user, if the page failed. */
  incident: z.string().nullable(),
  occurrences: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type VersionError = z.output<typeof VersionError>

/** Newest first. */
export const Revisions = z.object({
  revisions: z.array(
    z.object({
      rev: z.number().int(),
      at: z.string(),
      change: Change.nullable().catch(null),
      /** By module: the stable version, or `off`. */
      shown: z.record(z.string(), z.string()),
    }),
  ),
})
export type Revisions = z.infer<typeof Revisions>

export const RegistryStatus = z.object({
  env: z.string(),
  rev: z.number().int(),
  at: z.string(),
  frozen: z.string().nullable(),
  modules: z.record(z.string(), ModuleState),
  health: z.array(VersionHealth),
  /** Current versions that the current shell cannot run. */
  notShown: z.array(z.object({ module: z.string(), version: z.string(), says: z.string() })).default([]),
  /** By module: the version that a rollback without a named version returns to, if there is no candidate. */
  previous: z.record(z.string(), z.string()).default({}),
  /** They are not in `modules`. */
  retired: z.array(z.object({ module: z.string(), version: z.string(), reason: z.string() })).default([]),
  /** Most recently moved first. */
  previews: z
    .array(
      z.object({
        name: z.string(),
        link: z.string(),
        module: z.string(),
        version: z.string(),
        by: z.string(),
        at: z.string(),
      }),
    )
    .default([]),
  /** Newest first. A newer gateway may list an action that is unknown to this release. */
  journal: z.array(z.object({ rev: z.number().int(), at: z.string(), change: Change.nullable().catch(null) })),
})
export type RegistryStatus = z.infer<typeof RegistryStatus>

export const TelemetryEvent = z.strictObject({
  module: ModuleName,
  version: ModuleVersion,
  /** `error`, `api5xx`, `detail` and a `longtask` below two seconds do not count as failures of the version. */
  kind: z.enum([
    'load_ok',
    'load_fail',
    'render_fail',
    'contract_fail',
    'integrity_fail',
    'stall',
    'render_loop',
    'ended_tab',
    'error',
    'longtask',
    'api5xx',
    'detail',
  ]),
  stage: z.string().max(20).optional(),
  ms: z.number().int().min(0).max(600_000).optional(),
  /** Of `detail`: an error for the page of the team. */
  message: z.string().min(1).max(300).optional(),
  stack: z.string().max(1500).optional(),
  page: z.string().startsWith('/').max(200).optional(),
  /** Shown to the user whose page failed. */
  incident: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/)
    .optional(),
})
export type TelemetryEvent = z.infer<typeof TelemetryEvent>

/** Body of `POST /mfe/v1/telemetry`: the events of one tab since its last report. Unknown events of a newer tab are ignored. */
export const TelemetryReport = z.strictObject({
  events: z
    .array(z.unknown())
    .max(50)
    .transform((events) => events.flatMap((event) => TelemetryEvent.safeParse(event).data ?? [])),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>
