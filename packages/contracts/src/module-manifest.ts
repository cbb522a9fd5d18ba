import { z } from 'zod'
import { Contributions, ModuleName } from './modules.ts'

/**
 * Facts about a module that a stock build does not contain: the file `griot.json` beside its `package.json`, or the section
 * `griot` of its `mf-manifest.json`. A breaking change gets the next number of `schema`.
 */
export const GriotSection = z.strictObject({
  $schema: z.string().optional(),
  schema: z.literal(1),
  module: ModuleName,
  contract: z.literal(1),
  contributes: Contributions,
  /** Default: the range of the shared SDK, or the SDK of the command that deploys. */
  shellSdk: z.string().optional(),
  /** Parts of the API that the code calls: `points@1`. */
  api: z.array(z.string()).default([]),
  budgets: z.strictObject({ entry: z.number().int(), initial: z.number().int() }).optional(),
})
export type GriotSection = z.infer<typeof GriotSection>

const Assets = z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) })
const AllAssets = z.object({ js: Assets, css: Assets })

/** The parts of the federation plugins' `mf-manifest.json` that the release of a module needs. */
export const FederationManifest = z.object({
  name: z.string(),
  metaData: z.object({
    globalName: z.string().optional(),
    pluginVersion: z.string(),
    publicPath: z.string().optional(),
    remoteEntry: z.object({ name: z.string(), path: z.string().default(''), type: z.string() }),
  }),
  shared: z
    .array(z.object({ name: z.string(), requiredVersion: z.string().optional(), assets: AllAssets.optional() }))
    .default([]),
  exposes: z.array(z.object({ path: z.string(), assets: AllAssets })).default([]),
  griot: z.unknown().optional(),
})
export type FederationManifest = z.infer<typeof FederationManifest>

/** Default maximum sizes in gzipped bytes of a stock build, whose entry contains a federation runtime. */
export const STOCK_BUDGETS = { entry: 45_000, initial: 90_000 }
