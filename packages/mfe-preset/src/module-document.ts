import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { API_PARTS, Contributions, ModuleDocument, USUAL_BUDGETS } from '@griot/contracts/modules'
import { requiredSdk } from '@griot/contracts/required-sdk'
import { type Compilation, type Compiler, type RspackPluginInstance, rspack, sources } from '@rspack/core'
import { emitDeclarations } from './declarations.ts'
import { isHot, isHotUpdate, WATCH_ID } from './hot.ts'
import { sharedModules } from './shared.ts'
import { type BuiltFiles, writeDocument } from './write-document.ts'

/** A placeholder in the container's name; replaced by the hash of the build. */
export const BUILD_ID = 'BUILDID0'
/** Chunk of the exposed module. The first view needs its files. */
export const EXPOSED_CHUNK = 'module'
// The page must have only one copy of these, the shell's.
const SHELL_OWNED =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/][^\\/]+)[\\/]/
// A bundled copy would have its own React context. Files of the SDK must not import these by path.
const SDK_SHARED = /[\\/](?:packages|@griot)[\\/](shell-sdk[\\/](?:src|dist)[\\/]react)\.[jt]s/

/**
 * Computes the build id and writes `module.json`. `container` is the global name with {@link BUILD_ID}, or with the watcher's
 * id in a development build.
 */
export const moduleDocument = async (name: string, root: string, container: string): Promise<RspackPluginInstance> => {
  const declared = { name, container, ...(await readDeclared(root)) }
  return {
    apply(compiler: Compiler) {
      emitDeclarations(compiler, root, ['module.tsx', 'contributes.ts'])
      let buildId = ''
      compiler.hooks.thisCompilation.tap('ModuleDocument', (compilation) => {
        compilation.hooks.processAssets.tap(
          // After the source maps exist, before integrity and content hashes are computed.
          { name: 'ModuleDocument', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 100 },
          () => {
            buildId = stampBuildId(compilation, declared)
          },
        )
      })
      writeDocument(compiler, (compilation, built) => {
        refuseBundledLibraries(compilation)
        return createDocument(declared, compilation, buildId, built)
      })
    },
  }
}

const readDeclared = async (root: string) => {
  const module: { contributes: unknown } = await import(pathToFileURL(path.join(root, 'src/contributes.ts')).href)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const contributes = Contributions.parse(module.contributes)
  return { version, contributes, budgets: USUAL_BUDGETS, shared: sharedModules() }
}

type Declared = Awaited<ReturnType<typeof readDeclared>> & { name: string; container: string }

const createDocument = (declared: Declared, compilation: Compilation, buildId: string, files: BuiltFiles) => {
  const { name, version, container, shared, ...rest } = declared
  const initial = compilation.namedChunkGroups.get(EXPOSED_CHUNK)?.getFiles()
  if (!initial) throw new Error(`The build has no chunk ${EXPOSED_CHUNK}`)
  const { '@griot/shell-sdk/react': _, ...libraries } = shared
  return ModuleDocument.parse({
    ...files,
    module: name,
    version: `${version}-g${buildId}`,
    container: container.replace(BUILD_ID, buildId),
    built: { ...files.built, ...(isHot ? { watcher: WATCH_ID } : {}) },
    entry: 'remoteEntry.js',
    expose: './module',
    preload: { default: initial.filter((file) => !file.endsWith('.map') && !isHotUpdate(file)) },
    contract: 1,
    requires: {
      shellSdk: requiredSdk(sourcesOf(compilation)),
      shared: libraries,
      api: calledParts(compilation),
    },
    ...rest,
  } satisfies Record<Exclude<keyof ModuleDocument, 'entryType'>, unknown>)
}

// These pass the API on, with a check for what an older shell does not have.
const SDK_WRAPPERS = /[\\/]shell-sdk[\\/]src[\\/](actions|http|define-module)\.ts$|[\\/]packages[\\/]contracts[\\/]/

/** The sources that may use the API of the shell: those of the module and of the packages in it. */
const sourcesOf = (compilation: Compilation) => {
  const files = [...compilation.modules].map((module) => /[^!|?]+\.tsx?(?=$|[|?])/.exec(module.identifier())?.[0] ?? '')
  const own = new Set(files.filter((file) => file && !file.includes('node_modules') && !SDK_WRAPPERS.test(file)))
  return [...own].map((file) => readFileSync(file, 'utf8'))
}

// A part is a file of the contracts, or a folder of them.
const CONTRACT_FILE = /[\\/](?:packages|@griot)[\\/]contracts[\\/]src[\\/]([\w-]+)(?:\.ts|[\\/])/

/** The parts of the API whose contracts are in the build. */
const calledParts = (compilation: Compilation) => {
  const files = new Set([...compilation.modules].map((module) => CONTRACT_FILE.exec(module.identifier())?.[1]))
  return API_PARTS.filter((part) => files.has(part.split('@')[0]))
}

/** The federation plugin lists shared libraries in the order in which it resolved them, which differs between two builds. */
const sortSharedLibraries = (compilation: Compilation) => {
  for (const name of ['mf-manifest.json', 'mf-stats.json']) {
    const asset = compilation.getAsset(name)
    if (!asset) continue
    const listing = JSON.parse(String(asset.source.source())) as { shared: { id: string }[] }
    listing.shared.sort((a, b) => (a.id < b.id ? -1 : 1))
    compilation.updateAsset(name, new sources.RawSource(JSON.stringify(listing, null, 2)))
  }
}

/** The hash of all files and of the declared facts. */
const stampBuildId = (compilation: Compilation, declared: Declared) => {
  sortSharedLibraries(compilation)
  const assets = compilation.getAssets().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(declared))
  for (const { name, source } of assets) hash.update(name).update('\0').update(source.buffer())
  const buildId = hash.digest('hex').slice(0, BUILD_ID.length)
  for (const { name, source } of assets) {
    if (!/\.js(?:on)?$/.test(name)) continue
    compilation.updateAsset(name, new sources.RawSource(String(source.source()).replaceAll(BUILD_ID, buildId)))
  }
  return buildId
}

const refuseBundledLibraries = (compilation: Compilation) => {
  for (const module of compilation.modules) {
    const owned = module.identifier().match(SHELL_OWNED) ?? module.identifier().match(SDK_SHARED)
    if (owned) {
      throw new Error(`${owned[1]} is bundled (${module.identifier()}). Import it by its shared name.`)
    }
  }
}
