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
        skeleton: z.enum(['dashboard', 'cards', 'list', 'detail', 'form']),
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
  /** What other modules may ask of it, by a stable name as that of a route. */
  commands: z
    .array(z.strictObject({ id: z.string() }))
    .readonly()
    .optional(),
  /** By route or slot id; a page without one gets the shell's general sentence. */
  fallback: z.record(z.string(), z.strictObject({ text: z.string(), link: z.string().optional() })),
})
export type Contributions = z.infer<typeof Contributions>

/** Modules stand in records by their names, so none is called like what every object has. */
export const ModuleName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .refine((name) => !(name in Object.prototype), 'is a word of the language')
/** It is the name of a folder as well, so it has an end. */
export const ModuleVersion = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}-g[0-9a-f]{8}$/)
/** What all builds of a branch are seen as, of whichever modules it changes. */
export const PreviewName = z
  .string()
  .max(80)
  .regex(/^preview(-[0-9a-z]+)+$/)
/** What is now this version and now that: a developer's own build, or that of a branch. */
export const ModuleDraft = z.union([z.string().regex(/^draft-[0-9a-z]{8,32}$/), PreviewName])
/** Of a module of which somebody sees nothing but what stands in its places when it fails. */
export const SWITCHED_OFF = 'off'
/** Of a switch of a module: it is on for somebody, whoever else has it. */
export const SWITCHED_ON = 'on'

/** A module, or a switch of one: `charts:new-chart`. */
const Overridden = z.string().regex(/^[a-z][a-z0-9-]{0,39}(:[a-z][a-z0-9-]{0,39})?$/)
const Overriding = z.union([ModuleVersion, ModuleDraft, z.literal(SWITCHED_OFF), z.literal(SWITCHED_ON)])
const fits = (overridden: string, overriding: string) =>
  overridden.includes(':') ? [SWITCHED_ON, SWITCHED_OFF].includes(overriding) : overriding !== SWITCHED_ON
/** What one person sees instead of what stands; a draft is followed wherever it moves. */
export const Overrides = z
  .record(Overridden, Overriding)
  .refine((all) => Object.entries(all).every(([name, value]) => fits(name, value)), {
    message: 'A module has a version, and a switch of it is on or off.',
  })
const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
const AssetName = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)

const Files = z.record(
  AssetName,
  z.strictObject({
    sri: Integrity,
    bytes: z.number().int(),
    gz: z.number().int(),
    type: z.enum(['js', 'css', 'asset']),
  }),
)

/** The protocol between the shell and the entry of a module: `init` with what is shared, `get` of what is exposed. */
export const CONTAINERS = 'containers-1'

/** What every kind of version has. */
const AnyVersion = z.strictObject({
  schema: z.literal(1),
  module: ModuleName,
  version: ModuleVersion,
  built: z.strictObject({
    /** How shell and container meet: `CONTAINERS`; of older versions the federation runtime that one brought to the other. */
    mf: z.string(),
    rspack: z.string(),
    /** Of a development build: the watcher, all of whose builds follow each other in one place of the page. */
    watcher: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .optional(),
  }),
  files: Files,
  /** Files the module needs before its first screen, in the order they should be asked for. */
  preload: z.strictObject({ default: z.array(AssetName) }),
  /** Its declarations: of a shell the types that it hands to modules, of a module those that it was built with, and its own. */
  types: z.array(AssetName).optional(),
})

/** What a module may weigh unless its team promises otherwise, in gzipped bytes: the entry alone, and all that its first view waits for. */
export const USUAL_BUDGETS = { entry: 15_000, initial: 60_000 }

/** `module.json`: everything known about one version. Written by the build, never changed afterwards. */
export const ModuleDocument = AnyVersion.extend({
  module: ModuleName.refine((name) => name !== 'shell', 'is the shell’s own name'),
  /** Name of the container's global; it carries the build id, so two versions can live in one page. */
  container: z.string(),
  entry: AssetName,
  expose: z.literal('./module'),
  contract: z.literal(1),
  requires: z.strictObject({
    shellSdk: z.string(),
    shared: z.record(z.string(), z.string()),
    /** Parts of the API that the module's code calls, with their major version: `points@1`. */
    api: z.array(z.string()).default([]),
  }),
  contributes: Contributions,
  /** What the team promised itself, as {@link USUAL_BUDGETS}. */
  budgets: z.strictObject({ entry: z.number().int(), initial: z.number().int() }).optional(),
})
export type ModuleDocument = z.infer<typeof ModuleDocument>

/** The shell's version: a module like the others, which is the page and hands out instead of asking. */
export const ShellDocument = AnyVersion.extend({
  module: z.literal('shell'),
  page: AssetName,
  provides: z.strictObject({
    contracts: z.array(z.number().int()),
    shellSdk: z.string(),
    shared: z.record(z.string(), z.string()),
    slots: z.array(z.string()),
  }),
  /** A shell that was built together with its modules: the files that each one's page waits for. */
  carries: z.record(ModuleName, z.array(AssetName)).optional(),
})
export type ShellDocument = z.infer<typeof ShellDocument>

export const VersionDocument = z.union([ShellDocument, ModuleDocument])
export type VersionDocument = z.infer<typeof VersionDocument>

export const isShellDocument = (document: VersionDocument): document is ShellDocument => document.module === 'shell'

/** A declaration of the version's own; all others are those of the SDK. */
const isOwnType = (name: string) => /^types\/[^/]+$/.test(name)

/** Whether two versions were built with the same declarations of the SDK: then there is nothing to compile. */
export const hasSameSdk = (one: VersionDocument, other: VersionDocument) => {
  const sdkOf = ({ types = [], files }: VersionDocument) =>
    types.filter((name) => !isOwnType(name)).map((name) => [name, files[name]?.sri])
  return JSON.stringify(sdkOf(one)) === JSON.stringify(sdkOf(other))
}

/** Addresses that the gateway answers itself: no module can have a page there. */
const NO_PAGES = ['/api', '/m', '/mfe', '/assets', '/metrics', '/idp', '/healthz', '/readyz']
export const isNoPage = (path: string) => NO_PAGES.some((place) => path === place || path.startsWith(`${place}/`))

/** The parts of the product's API, as modules ask for them. A breaking change of a part is a new number beside it. */
export const API_PARTS = [
  'catalog@1',
  'library@1',
  'listening@1',
  'media@1',
  'points@1',
  'profile@1',
  'queue@1',
  'user@1',
] as const
