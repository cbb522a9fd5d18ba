import { z } from 'zod'

/** What the shell can know about a module without loading it: its pages, its menu entries and what to say when it fails. */
export const Contributions = z.strictObject({
  routes: z
    .array(
      z.strictObject({
        /** Stable name, `module.page`; links between modules use it. */
        id: z.string(),
        path: z.string().startsWith('/'),
        title: z.string(),
        /** Outline shown while the page loads. */
        skeleton: z.enum(['cards', 'list', 'detail', 'form']),
      }),
    )
    .readonly(),
  nav: z
    .array(
      z.strictObject({
        id: z.string(),
        route: z.string(),
        label: z.string(),
        icon: z.string(),
        order: z.number().int(),
      }),
    )
    .readonly(),
  slots: z.array(z.strictObject({ slot: z.string(), id: z.string(), deadlineMs: z.number().int() })).readonly(),
  /** By route or slot id; a page without one gets the shell's general sentence. */
  fallback: z.record(z.string(), z.strictObject({ text: z.string(), link: z.string().optional() })),
})
export type Contributions = z.infer<typeof Contributions>

export const ModuleName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)
export const ModuleVersion = z.string().regex(/^\d+\.\d+\.\d+-g[0-9a-f]{8}$/)
const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
const AssetName = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)

/** `module.json`: everything known about one version. Written by the build, never changed afterwards. */
export const ModuleDocument = z.strictObject({
  schema: z.literal(1),
  module: ModuleName,
  version: ModuleVersion,
  /** Name of the container's global; it carries the build id, so two versions can live in one page. */
  container: z.string(),
  built: z.strictObject({ mf: z.string(), rspack: z.string() }),
  entry: AssetName,
  expose: z.literal('./module'),
  files: z.record(
    AssetName,
    z.strictObject({
      sri: Integrity,
      bytes: z.number().int(),
      gz: z.number().int(),
      type: z.enum(['js', 'css', 'asset']),
    }),
  ),
  /** Files the module needs before its first screen, in the order they should be asked for. */
  preload: z.strictObject({ default: z.array(AssetName) }),
  contract: z.literal(1),
  requires: z.strictObject({ shellSdk: z.string(), shared: z.record(z.string(), z.string()) }),
  contributes: Contributions,
})
export type ModuleDocument = z.infer<typeof ModuleDocument>

/** One revision of an environment: which version of each module stands. */
export const Pointer = z.strictObject({
  schema: z.literal(1),
  env: z.string(),
  rev: z.number().int(),
  at: z.string(),
  modules: z.record(
    ModuleName,
    z.strictObject({
      stable: ModuleVersion,
      /** The version that stood before, as long as nothing else proved itself. */
      lkg: ModuleVersion.nullable(),
    }),
  ),
})
export type Pointer = z.infer<typeof Pointer>

/** One version of a module as a browser needs it. */
export interface ModuleRelease {
  version: string
  container: string
  contract: number
  /** Absolute path of the entry. `/m/name/version~2/…` answers the same bytes: a way around a request that hangs. */
  entry: string
  integrity: string
}

export interface AssignedModule extends ModuleRelease {
  contributes: Contributions
  /** Last known good version, when it is another one. */
  lkg: ModuleRelease | null
}

/** What the gateway inlines in the page and answers at `/mfe/v1/assignment`. */
export interface Assignment {
  rev: number
  /** Version of the shell that the gateway serves. */
  shell: string
  productName: string
  modules: Record<string, AssignedModule>
  /** In development: the page loads again when anything was built. */
  liveReload?: boolean
}
