import { z } from 'zod'
import { Change, CheckResult, FlagName, Standing } from './module-pointer.ts'
import { ModuleName, ModuleVersion, Overrides, VersionDocument } from './modules.ts'

// What the `mfe` command and the registry's page say to the gateway. Not a part of the product's API: it is for teams.

/** What a token may do: bring versions in, or decide which one people see. */
export const TokenScope = z.enum(['deploy', 'release'])
export type TokenScope = z.infer<typeof TokenScope>

/** `POST /mfe/v1/modules/:module/plan`: the files that the registry has not got yet; nothing is changed. */
export const DeployPlan = z.object({ missing: z.array(z.string()) })
export type DeployPlan = z.infer<typeof DeployPlan>

/** Body of `…/plan` and of `POST /mfe/v1/modules/:module/versions`. */
export const DeployRequest = z.strictObject({ document: VersionDocument })

export const VersionChecks = z.object({ module: z.string(), version: z.string(), checks: z.array(CheckResult) })
export type VersionChecks = z.infer<typeof VersionChecks>

/** `GET /mfe/v1/modules/:module/versions`: what was deployed of it and is still there, newest first. */
export const DeployedVersions = z.object({
  /** What came with the product itself was deployed by nobody. */
  versions: z.array(
    z.object({
      version: z.string(),
      deployed: z.object({ by: z.string(), at: z.string() }).nullable(),
      /** Why it would not run now: for the shell that stands, or because it is blocked; null when it would. */
      misfit: z.string().nullable().default(null),
    }),
  ),
})
export type DeployedVersions = z.infer<typeof DeployedVersions>

/**
 * `GET …/versions/:version/types`: versions that people may have in front of them and that it may not fit, of which no
 * compiler has said anything yet; as `module@version`.
 */
export const UncomparedTypes = z.object({ uncompared: z.array(z.string()) })
export type UncomparedTypes = z.infer<typeof UncomparedTypes>

/** Body of `PUT …/versions/:version/types`: what a compiler said of it beside another version. */
export const TypesCompared = z.strictObject({
  other: z.strictObject({ module: ModuleName, version: ModuleVersion }),
  /** Null when they fit. */
  complaint: z.string().min(1).max(1000).nullable(),
})
export type TypesCompared = z.infer<typeof TypesCompared>

export const ChangeAction = z.enum(['promote', 'canary', 'rollback', 'disable', 'enable', 'block', 'unblock', 'flag'])
export type ChangeAction = z.infer<typeof ChangeAction>

/** Body of `POST /mfe/v1/env/:env/modules/:module/:action`. */
export const ChangeRequest = z.strictObject({
  version: ModuleVersion.optional(),
  percent: z.number().min(0).max(100).optional(),
  flag: FlagName.optional(),
  /** Of versions to be blocked: one of them, or `<0.3.0`. */
  range: z.string().min(1).max(80).optional(),
  reason: z.string().min(1).max(300).optional(),
  /** Goes on although a check refuses; only for someone else than who deployed the version. */
  force: z.boolean().optional(),
  dryRun: z.boolean().optional(),
})
export type ChangeRequest = z.input<typeof ChangeRequest>

export const ChangeAnswer = z.object({
  rev: z.number().int(),
  /** False when everything was so already. */
  isNew: z.boolean(),
  standing: Standing,
  change: Change.nullable(),
})
export type ChangeAnswer = z.infer<typeof ChangeAnswer>

/** Body of `POST /mfe/v1/modules/:module/collect`. */
export const CollectRequest = z.strictObject({ dryRun: z.boolean().optional() })
export const CollectAnswer = z.object({
  /** Named now; they go a day later, unless someone needs them until then. */
  condemned: z.array(z.string()),
  removed: z.array(z.string()),
  kept: z.number().int(),
})
export type CollectAnswer = z.infer<typeof CollectAnswer>

/** Body of `POST /mfe/v1/env/:env/freeze`. */
export const FreezeRequest = z.strictObject({ reason: z.string().min(1).max(300).nullable() })

/** How long one link may show a person other versions, in minutes. */
export const MOST_OVERRIDE_MINUTES = 480

/** Body of `POST /mfe/v1/overrides`. */
export const OverrideRequest = z.strictObject({
  modules: Overrides.default({}),
  /** Everything else as it stood at this revision. */
  rev: z.number().int().min(1).optional(),
  minutes: z.number().int().min(1).max(MOST_OVERRIDE_MINUTES).default(120),
})
export const OverrideAnswer = z.object({ link: z.string(), until: z.string() })
export type OverrideAnswer = z.infer<typeof OverrideAnswer>

/** Body of `PUT /mfe/v1/modules/:module/drafts/:draft`: the developer's build, or the branch's, is at this version now. */
export const DraftRequest = z.strictObject({ version: ModuleVersion })
export const DraftAnswer = z.object({
  draft: z.string(),
  version: z.string(),
  /** Of a preview: the same for as long as it is there. */
  link: z.string().nullable().default(null),
})
export type DraftAnswer = z.infer<typeof DraftAnswer>

/** Body of `POST /mfe/v1/tokens`, for admins. The token itself is answered once and kept nowhere. */
export const TokenRequest = z.strictObject({
  module: ModuleName,
  label: z.string().min(1).max(80),
  scopes: z.array(TokenScope).min(1),
  days: z.number().int().min(1).max(366).default(90),
})
export const TokenAnswer = z.object({ id: z.string(), token: z.string(), expiresAt: z.string() })

/** How a version does with people, in the last five minutes. */
export const VersionHealth = z.object({
  module: z.string(),
  version: z.string(),
  sessions: z.number().int(),
  failedSessions: z.number().int(),
  /** Those of the failed for whom it had come, and showed nothing. */
  stalledSessions: z.number().int().default(0),
  /** Those whose calls were answered with a fault of the product's, 5xx. */
  faultySessions: z.number().int().default(0),
  /** Milliseconds until the module was ready, three quarters of the sessions at most; null while nobody measured. */
  loadP75: z.number().nullable(),
})
export type VersionHealth = z.infer<typeof VersionHealth>

/** `GET /mfe/v1/env/:env/revisions?before=…&limit=…`: the past of an environment, newest first, from that revision on. */
export const Revisions = z.object({
  revisions: z.array(
    z.object({
      rev: z.number().int(),
      at: z.string(),
      change: Change.nullable(),
      /** What everyone saw who was not chosen for a trial: versions, or that a module was switched off. */
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
  modules: z.record(z.string(), Standing),
  health: z.array(VersionHealth),
  /** What stands and is not shown, as the shell that stands cannot run it. */
  notShown: z.array(z.object({ module: z.string(), version: z.string(), says: z.string() })).default([]),
  /** What branches are seen as, the one that moved last first. */
  previews: z
    .array(
      z.object({
        ...{ name: z.string(), link: z.string(), module: z.string(), version: z.string() },
        ...{ by: z.string(), at: z.string() },
      }),
    )
    .default([]),
  /** Newest first. */
  journal: z.array(z.object({ rev: z.number().int(), at: z.string(), change: Change.nullable() })),
})
export type RegistryStatus = z.infer<typeof RegistryStatus>

/** Something that happened to a module in a tab. */
export const TelemetryEvent = z.strictObject({
  module: ModuleName,
  version: ModuleVersion,
  /**
   * A mistake in a page that stands, a script that held it up, and a fault of the API that it met are told and are no
   * failure of the version.
   */
  kind: z.enum([
    'load_ok',
    'load_fail',
    'render_fail',
    'contract_fail',
    'integrity_fail',
    'stall',
    'error',
    'longtask',
    'api5xx',
  ]),
  stage: z.string().max(20).optional(),
  ms: z.number().int().min(0).max(600_000).optional(),
  /** Shown to the person whose page failed. */
  incident: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/)
    .optional(),
})
export type TelemetryEvent = z.infer<typeof TelemetryEvent>

/**
 * Body of `POST /mfe/v1/telemetry`: what happened to modules in one tab since it last said so. A tab may be newer than the
 * gateway: what is not understood is passed over, and the rest counts.
 */
export const TelemetryReport = z.strictObject({
  events: z
    .array(z.unknown())
    .max(50)
    .transform((events) => events.flatMap((event) => TelemetryEvent.safeParse(event).data ?? [])),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>
