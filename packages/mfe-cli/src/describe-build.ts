// The document of a build of the stock federation plugins, which write `mf-manifest.json` and no `module.json`.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { FederationManifest, GriotSection, STOCK_BUDGETS } from '@griot/contracts/module-manifest'
import { ModuleDocument, OWN_RUNTIME, SDK_WITH_MODULES } from '@griot/contracts/modules'
import { requiredSdk } from '@griot/contracts/required-sdk'
import { SHELL_SDK_VERSION } from '@griot/shell-sdk/version'
import { z } from 'zod'
import { findUp } from './command.ts'
import { sourcesIn } from './container-name.ts'
import { refused } from './output.ts'

const MANIFEST = 'mf-manifest.json'
const SECTION = 'griot.json'
const BUILD_ID = /_([0-9a-f]{8})$/
/** Pages and reports of the bundlers, which no module loads. */
const IGNORED = /(^|\/)\.|\.html$|(^|\/)mf-stats\.json$/
/** The global of webpack and Rspack for the chunks of a build. */
const CHUNK_GLOBAL = /\b(?:webpack|rspack)Chunk[\w$]*/g
/** An entry without a runtime of its own takes it from the host. */
const EXTERNAL_RUNTIME = '_FEDERATION_RUNTIME_CORE'
const SDK = '@griot/shell-sdk/react'
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const TEST = /\.(?:test|spec)\./

export const describeBuild = async (dist: string): Promise<ModuleDocument> => {
  const manifest = await readManifest(dist)
  const { section, sources } = await readSection(dist, manifest)
  const { name: entryName, path: entryFolder, type } = manifest.metaData.remoteEntry
  const entry = path.posix.join(entryFolder, entryName)
  const container = manifest.metaData.globalName ?? manifest.name
  const [, buildId] = BUILD_ID.exec(container) ?? []
  if (!buildId) throw refuseFixedName(container, section.module)
  const source = await readFile(path.join(dist, entry), 'utf8').catch(() => {
    throw refused(`${MANIFEST} names the entry ${entry}, which ${dist} does not contain.`)
  })
  refuseSharedChunks(source, buildId)
  const exposed = manifest.exposes.find((one) => one.path === './module')
  if (!exposed) throw refused('The build exposes no ./module.', ["exposes: { './module': './src/module.ts' }"])

  const files = await describeFiles(dist)
  const { js, css } = exposed.assets
  const initial = [...js.sync, ...css.sync].map((file) => path.posix.normalize(file))
  return parse(ModuleDocument, 'The build', {
    schema: 1,
    module: section.module,
    version: `${await readVersion(dist)}-g${buildId}`,
    built: { mf: source.includes(EXTERNAL_RUNTIME) ? manifest.metaData.pluginVersion : OWN_RUNTIME, rspack: 'none' },
    files,
    preload: { default: initial.filter((file) => file !== entry) },
    container,
    entry,
    ...(entryTypeOf(type) === 'module' ? { entryType: 'module' } : {}),
    expose: './module',
    contract: section.contract,
    requires: requirementsOf(manifest, section, sources),
    contributes: section.contributes,
    budgets: section.budgets ?? STOCK_BUDGETS,
  })
}

const readManifest = async (dist: string) => {
  const text = await readFile(path.join(dist, MANIFEST), 'utf8').catch(() => {
    throw refused(`${dist} has neither module.json nor ${MANIFEST}.`, [
      'Build the module first: npm run build. The federation plugin needs its option manifest: true.',
    ])
  })
  return parse(FederationManifest, MANIFEST, parseJson(text, MANIFEST))
}

const readSection = async (dist: string, manifest: FederationManifest) => {
  if (manifest.griot !== undefined) {
    const section = parse(GriotSection, `The section griot of ${MANIFEST}`, manifest.griot)
    return { section, sources: await readSources(findUp(dist, 'package.json')) }
  }
  const folder = findUp(dist, SECTION)
  if (folder === null) throw refused(`The module has no ${SECTION}, which names its pages. See "mfe new".`)
  const text = await readFile(path.join(folder, SECTION), 'utf8')
  return { section: parse(GriotSection, SECTION, parseJson(text, SECTION)), sources: await readSources(folder) }
}

/** The contents of `src`; none if the folder of the build is elsewhere. */
const readSources = async (folder: string | null) => {
  const src = path.join(folder ?? '', 'src')
  if (folder === null || !existsSync(src)) return []
  const files = sourcesIn(src).filter((file) => SOURCE.test(file) && !TEST.test(file))
  return Promise.all(files.map((file) => readFile(path.join(src, file), 'utf8')))
}

const parseJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused(`${what} is not JSON: ${(error as Error).message}.`)
  }
}

const parse = <Schema extends z.ZodType>(schema: Schema, what: string, value: unknown): z.output<Schema> => {
  const { data, error } = schema.safeParse(value)
  if (error) throw refused(`${what} is not valid.`, z.prettifyError(error).split('\n'))
  return data as z.output<Schema>
}

const entryTypeOf = (type: string) => {
  if (type === 'global' || type === 'var') return 'var'
  if (type === 'module' || type === 'esm') return 'module'
  throw refused(`The shell cannot load an entry of the type ${type}.`, [
    'Build a script that defines a global (library type "var") or an ES module.',
  ])
}

const refuseFixedName = (container: string, module: string) =>
  refused(`The container name ${container} is the same in every build, so two versions would mix in one page.`, [
    "import { containerName } from '@griot/mfe-cli/container-name'",
    `Use containerName('${module}') as name of the federation plugin, and as output.uniqueName of webpack and Rspack.`,
  ])

const refuseSharedChunks = (source: string, buildId: string) => {
  const fixed = source.match(CHUNK_GLOBAL)?.find((name) => !name.endsWith(buildId))
  if (!fixed) return
  throw refused(`The chunks of every build use the global ${fixed}, so two versions would mix in one page.`, [
    'Set output.uniqueName to the name of the federation plugin.',
  ])
}

const readVersion = async (dist: string) => {
  const folder = findUp(dist, 'package.json') ?? dist
  if (!existsSync(path.join(folder, 'package.json'))) return '0.0.0'
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version?: string }
  return version ?? '0.0.0'
}

/** The libraries that the build takes from the shell: those without files of its own. */
const requirementsOf = (
  { shared, metaData }: FederationManifest,
  { shellSdk, api }: GriotSection,
  sources: readonly string[],
) => {
  const isTaken = ({ assets }: (typeof shared)[number]) =>
    !assets || [assets.js, assets.css].every(({ sync, async: later }) => sync.length + later.length === 0)
  const taken = shared.filter(isTaken).map(({ name, requiredVersion }) => [name, requiredVersion ?? '*'] as const)
  const { [SDK]: sdk, ...libraries } = Object.fromEntries(taken)
  const least = entryTypeOf(metaData.remoteEntry.type) === 'module' ? SDK_WITH_MODULES : undefined
  const used = sources.length > 0 ? requiredSdk(sources, least) : undefined
  return { shellSdk: shellSdk ?? used ?? sdk ?? `^${least ?? SHELL_SDK_VERSION}`, shared: libraries, api }
}

const describeFiles = async (dist: string) => {
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  const names = found
    .filter((one) => one.isFile())
    .map((one) => path.relative(dist, path.join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .filter((name) => !IGNORED.test(name))
  return Object.fromEntries(
    await Promise.all(names.sort().map(async (name) => [name, await describeFile(dist, name)] as const)),
  )
}

const TYPES: Readonly<Record<string, 'js' | 'css'>> = { '.js': 'js', '.mjs': 'js', '.css': 'css' }

const describeFile = async (folder: string, name: string) => {
  const content = await readFile(path.join(folder, name))
  return {
    sri: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
    gz: (await promisify(gzip)(content)).length,
    type: TYPES[path.extname(name)] ?? ('asset' as const),
  }
}
