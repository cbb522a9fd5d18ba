import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { API_PARTS, CONTAINERS, type Contributions, ModuleDocument, type USUAL_BUDGETS } from '@griot/contracts/modules'
import { type Compilation, type Compiler, rspack, sources } from '@rspack/core'
import { emitDeclarations, isDeclaration } from './declarations.ts'
import { createUpdateMemory, isHot, isHotUpdate, WATCH_ID } from './hot.ts'
import { pinnedVersion, type sharedModules } from './shared.ts'

/** Stands in the container's name until what was built is known; then the hash of all of it takes its place. */
export const BUILD_ID = 'BUILDID0'
/** Chunk of the exposed module; its files are what a first screen waits for. */
export const EXPOSED_CHUNK = 'module'
// Only the shell may bring these: a second copy means a second React, a second router or a second query client.
const SHELL_OWNED =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/][^\\/]+)[\\/]/
// Bundled, the SDK's context would be another one than the shell's: a file beside it must not import it by its path.
const SDK_SHARED = /[\\/]packages[\\/](shell-sdk[\\/]src[\\/](?:react|router|query))\.ts/

const PRESET = new URL('../package.json', import.meta.url)

interface Options {
  name: string
  /** The module's folder. */
  root: string
  version: string
  /** Name of the global; with the mark in it that is replaced, unless it is for development. */
  container: string
  shared: ReturnType<typeof sharedModules>
  contributes: Contributions
  budgets: typeof USUAL_BUDGETS
}

/** Gives the build its id and writes `module.json` beside the files once they are on disk. */
export class ModuleDocumentPlugin {
  readonly #options: Options
  readonly #withEarlier = createUpdateMemory()

  constructor(options: Options) {
    this.#options = options
  }

  apply(compiler: Compiler) {
    emitDeclarations(compiler, this.#options.root, ['module.tsx', 'contributes.ts'])
    let buildId = ''
    compiler.hooks.thisCompilation.tap('ModuleDocument', (compilation) => {
      compilation.hooks.processAssets.tap(
        // After source maps are split off, before the integrity table and the content hashes are made.
        { name: 'ModuleDocument', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 100 },
        () => {
          buildId = stampBuildId(compilation, this.#options)
        },
      )
    })
    compiler.hooks.afterEmit.tapPromise('ModuleDocument', async (compilation) => {
      if (compilation.errors.length > 0) return
      refuseShellOwned(compilation)
      const document = await this.#describe(compilation, buildId)
      await writeFile(path.join(outputPath(compilation), 'module.json'), `${JSON.stringify(document, null, 2)}\n`)
    })
  }

  async #describe(compilation: Compilation, buildId: string): Promise<ModuleDocument> {
    const { name, version, container, shared, contributes, budgets } = this.#options
    const names = this.#withEarlier(compilation.getAssets().map((asset) => asset.name))
    const files = await Promise.all(names.sort().map((file) => describeFile(outputPath(compilation), file)))
    const initial = compilation.namedChunkGroups.get(EXPOSED_CHUNK)?.getFiles()
    if (!initial) throw new Error(`The build has no chunk named ${EXPOSED_CHUNK}`)
    const { '@griot/shell-sdk/react': sdk, ...libraries } = shared
    return ModuleDocument.parse({
      schema: 1,
      module: name,
      version: `${version}-g${buildId}`,
      container: container.replace(BUILD_ID, buildId),
      built: {
        mf: CONTAINERS,
        rspack: pinnedVersion('@rspack/core', PRESET),
        ...(isHot ? { watcher: WATCH_ID } : {}),
      },
      entry: 'remoteEntry.js',
      expose: './module',
      files: Object.fromEntries(files),
      preload: { default: initial.filter((file) => !file.endsWith('.map') && !isHotUpdate(file)) },
      contract: 1,
      requires: {
        shellSdk: sdk?.requiredVersion,
        shared: Object.fromEntries(Object.values(libraries).map((share) => [share.shareKey, share.requiredVersion])),
        api: calledParts(compilation),
      },
      contributes,
      budgets,
      types: names.filter(isDeclaration),
    } satisfies Record<keyof ModuleDocument, unknown>)
  }
}

// A part is a file of the contracts, or a folder of them.
const CONTRACT_FILE = /[\\/]packages[\\/]contracts[\\/]src[\\/]([\w-]+)(?:\.ts|[\\/])/

/** The parts of the API whose contracts ended up in the build: nobody has to remember to name them. */
const calledParts = (compilation: Compilation) => {
  const files = new Set([...compilation.modules].map((module) => CONTRACT_FILE.exec(module.identifier())?.[1]))
  return API_PARTS.filter((part) => files.has(part.split('@')[0]))
}

// What is announced belongs to the version as much as what was built: it goes into the hash too.
const stampBuildId = (compilation: Compilation, { root: _, ...announced }: Options) => {
  const assets = compilation.getAssets().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(announced))
  for (const { name, source } of assets) hash.update(name).update('\0').update(source.buffer())
  const buildId = hash.digest('hex').slice(0, BUILD_ID.length)
  for (const { name, source } of assets) {
    if (!name.endsWith('.js')) continue
    compilation.updateAsset(name, new sources.RawSource(String(source.source()).replaceAll(BUILD_ID, buildId)))
  }
  return buildId
}

const refuseShellOwned = (compilation: Compilation) => {
  for (const module of compilation.modules) {
    const owned = module.identifier().match(SHELL_OWNED) ?? module.identifier().match(SDK_SHARED)
    if (owned) {
      throw new Error(`${owned[1]} is bundled (${module.identifier()}). Import it by the name that the shell shares.`)
    }
  }
}

const outputPath = (compilation: Compilation) => {
  const { path: folder } = compilation.outputOptions
  if (!folder) throw new Error('The build has no output path')
  return folder
}

/** A file of a build as a version's document names it. */
export const describeFile = async (folder: string, file: string) => {
  const content = await readFile(path.join(folder, file))
  const type = file.endsWith('.js') ? 'js' : file.endsWith('.css') ? 'css' : 'asset'
  return [
    file,
    {
      sri: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      bytes: content.length,
      gz: (await promisify(gzip)(content)).length,
      type,
    },
  ] as const
}
