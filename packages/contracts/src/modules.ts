import { z } from 'zod'

const exactlyOne = (...values: unknown[]) => values.filter((value) => value !== undefined).length === 1

/** The pages, links, slots and commands of a module, which the shell reads without loading the module. */
export const Contributions = z.strictObject({
  routes: z
    .array(
      z.strictObject({
        /** Stable name, `module.page`, for links between modules. */
        id: z.string(),
        path: z.string().startsWith('/'),
        title: z.string(),
        /** Outline of the page while it loads. */
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
        /** A name of `MODULE_ICONS`. */
        icon: z.string(),
        /** Sorts the entries of modules, the smallest first. All follow those of the product. */
        order: z.number().int(),
        badge: z
          .strictObject({
            text: z.string().optional(),
            /** Path below `/api/x/<module>` that returns `{ "count": 3 }`. */
            count: z.string().startsWith('/').optional(),
          })
          .refine(({ text, count }) => exactlyOne(text, count), 'A badge has either a text or a count.')
          .optional(),
      }),
    )
    .readonly(),
  slots: z
    .array(
      z.strictObject({
        slot: z.string(),
        id: z.string(),
        deadlineMs: z.number().int(),
        /** Heading in a declared slot. */
        title: z.string().optional(),
        /** Among the modules that fill a declared slot. Default: 0. */
        order: z.number().int().optional(),
      }),
    )
    .readonly(),
  /** Slots of the pages of this module, which other modules can fill. */
  declares: z
    .array(
      z.strictObject({
        /** `module.name`. */
        slot: z.string(),
        /** An address at which the slot is shown, for the browser check: `/discover?q=a`. */
        page: z.string().startsWith('/'),
      }),
    )
    .readonly()
    .optional(),
  /** Functions that other modules can call, by a stable name. */
  commands: z
    .array(z.strictObject({ id: z.string() }))
    .readonly()
    .optional(),
  /** Buttons on the page of each episode or podcast. */
  actions: z
    .array(
      z
        .strictObject({
          id: z.string(),
          on: z.enum(['episode', 'podcast']),
          label: z.string(),
          /** A name of `MODULE_ICONS`. */
          icon: z.string().optional(),
          /** Default: 0. */
          order: z.number().int().optional(),
          /** A page of the module. Its path gets the id as `:id`, or as `?episode=` or `?podcast=`. */
          route: z.string().optional(),
          /** A command of the module, called with `{ episodeId, podcastId }`. */
          command: z.string().optional(),
        })
        .refine(({ route, command }) => exactlyOne(route, command), 'An action has either a route or a command.'),
    )
    .readonly()
    .optional(),
  /** By route or slot id. The shell has a default text. */
  fallback: z.record(z.string(), z.strictObject({ text: z.string(), link: z.string().optional() })),
})
export type Contributions = z.infer<typeof Contributions>
export type ContributedBadge = NonNullable<Contributions['nav'][number]['badge']>
export type ContributedAction = NonNullable<Contributions['actions']>[number]

/** In characters. */
export const MAX_BADGE_TEXT = 12

/** The names of slots that modules declare are `module.name`; those of the shell have no dot. */
export const isDeclaredSlot = (slot: string) => slot.includes('.')

/** Names are keys of records, so names from Object.prototype are refused. */
export const ModuleName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .refine((name) => !(name in Object.prototype), 'is a reserved word')
/** Limited in length, because it is also a folder name. */
export const ModuleVersion = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}-g[0-9a-f]{8}$/)
/** The builds of a branch, of one or more modules. */
export const PreviewName = z
  .string()
  .max(80)
  .regex(/^preview(-[0-9a-z]+)+$/)
/** A developer's build or a preview: a name whose version changes. */
export const ModuleDraft = z.union([z.string().regex(/^draft-[0-9a-z]{8,32}$/), PreviewName])
/** Override value: the module is switched off, or the flag is off. */
export const SWITCHED_OFF = 'off'
/** Override value: the flag is on. */
export const SWITCHED_ON = 'on'

/** A module, or a flag of one: `charts:new-chart`. */
const Overridden = z.string().regex(/^[a-z][a-z0-9-]{0,39}(:[a-z][a-z0-9-]{0,39})?$/)
const Overriding = z.union([ModuleVersion, ModuleDraft, z.literal(SWITCHED_OFF), z.literal(SWITCHED_ON)])
const fits = (overridden: string, overriding: string) =>
  overridden.includes(':') ? [SWITCHED_ON, SWITCHED_OFF].includes(overriding) : overriding !== SWITCHED_ON
/** By module: a version, a draft or `off`. By flag: `on` or `off`. */
export const Overrides = z
  .record(Overridden, Overriding)
  .refine((all) => Object.entries(all).every(([name, value]) => fits(name, value)), {
    message: 'A module needs a version, a flag needs on or off.',
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

/** Versions that were built before the page had a federation runtime. Their entries contain one of their own. */
export const CONTAINERS = 'containers-1'
/** Builds of the stock plugins: their entries contain a runtime of their own. */
export const OWN_RUNTIME = 'own'

/** How a shell loads an entry: a script that defines a global, or an ES module. */
export const EntryType = z.enum(['var', 'module'])
export type EntryType = z.infer<typeof EntryType>
/** The first SDK whose shells load ES modules, and pages with `mount`. */
export const SDK_WITH_MODULES = '1.4.0'

/**
 * The names that each minor version of the SDK added. All others exist since 1.0. `ModuleSlot` renders nothing in a shell
 * before 1.5, so it is not listed.
 */
export const SDK_ADDITIONS: Readonly<Record<string, readonly string[]>> = {
  '1.1.0': ['can', 'useCan', 'confirm', 'commands', 'storage', 'flags', 'useFlag', 'update', 'useUnsavedWork'],
  '1.2.0': ['http', 'fetchApi', 'requestHeaders'],
  '1.3.0': ['theme'],
  '1.4.0': ['mount'],
  '1.5.0': ['setBadge', 'contributedActions'],
}

const AnyVersion = z.strictObject({
  schema: z.literal(1),
  module: ModuleName,
  version: ModuleVersion,
  built: z.strictObject({
    /**
     * Version of the federation runtime, which the shell provides to modules. `OWN_RUNTIME` or `CONTAINERS` if the entry
     * contains one.
     */
    mf: z.string(),
    /** Version of Rspack; `none` for a build that does not name it. */
    rspack: z.string(),
    /** For a development build: the id of its watcher. Its builds can update each other in a page. */
    watcher: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .optional(),
  }),
  files: Files,
  /** Files for the first screen, in the order of their requests. */
  preload: z.strictObject({ default: z.array(AssetName) }),
  /** Declarations of the SDK that it provides (shell) or was built with (module), and of what a module exposes. */
  types: z.array(AssetName).optional(),
})

/** Default maximum sizes in gzipped bytes: of the entry, and of all files of the first view. */
export const USUAL_BUDGETS = { entry: 15_000, initial: 60_000 }

/** `module.json`, written by the build and immutable. */
export const ModuleDocument = AnyVersion.extend({
  module: ModuleName.refine((name) => name !== 'shell', 'is the name of the shell'),
  /** Global name of the container, with the build id, so that two versions can be in one page. */
  container: z.string(),
  entry: AssetName,
  /** Default: `var`. */
  entryType: EntryType.optional(),
  expose: z.literal('./module'),
  contract: z.literal(1),
  requires: z.strictObject({
    shellSdk: z.string(),
    shared: z.record(z.string(), z.string()),
    /** Parts of the API that the code calls, with their major version: `points@1`. */
    api: z.array(z.string()).default([]),
  }),
  contributes: Contributions,
  budgets: z.strictObject({ entry: z.number().int(), initial: z.number().int() }).optional(),
})
export type ModuleDocument = z.infer<typeof ModuleDocument>

/** A version of the shell, which provides what modules require. */
export const ShellDocument = AnyVersion.extend({
  module: z.literal('shell'),
  page: AssetName,
  provides: z.strictObject({
    contracts: z.array(z.number().int()),
    shellSdk: z.string(),
    shared: z.record(z.string(), z.string()),
    slots: z.array(z.string()),
  }),
  /** For a shell with bundled modules: the files of each module's first view. */
  carries: z.record(ModuleName, z.array(AssetName)).optional(),
})
export type ShellDocument = z.infer<typeof ShellDocument>

export const VersionDocument = z.union([ShellDocument, ModuleDocument])
export type VersionDocument = z.infer<typeof VersionDocument>

export const isShellDocument = (document: VersionDocument): document is ShellDocument => document.module === 'shell'

/** A declaration of the module itself; the others are those of the SDK. */
const isOwnType = (name: string) => /^types\/[^/]+$/.test(name)

/** Whether two versions have equal declarations of the SDK. Then their types fit. */
export const hasSameSdk = (one: VersionDocument, other: VersionDocument) => {
  const sdkOf = ({ types = [], files }: VersionDocument) =>
    types.filter((name) => !isOwnType(name)).map((name) => [name, files[name]?.sri])
  return JSON.stringify(sdkOf(one)) === JSON.stringify(sdkOf(other))
}

/** Pages that exist without a module: those of the menu, and `/home`, which leads to the first one. */
export const SHELL_PAGES = ['/', '/home', '/discover', '/library', '/rewards', '/upload', '/points', '/admin'] as const

/** The labels of the shell's menu. No module can have an entry with the same one. */
export const SHELL_LABELS = ['Discover', 'Home', 'Library', 'Rewards', 'Upload', 'Points', 'Admin', 'More'] as const

/** Paths that the gateway serves itself. No module can have a page there. */
const NO_PAGES = ['/api', '/m', '/mfe', '/assets', '/metrics', '/idp', '/healthz', '/readyz']
export const isNoPage = (path: string) => NO_PAGES.some((place) => path === place || path.startsWith(`${place}/`))

/** The parts of the product's API. A breaking change of a part adds a new number. */
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
