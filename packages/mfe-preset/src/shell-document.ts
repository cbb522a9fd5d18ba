import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CONTAINERS, ShellDocument } from '@griot/contracts/modules'
import type { Compilation, Compiler } from '@rspack/core'
import { emitDeclarations, isDeclaration } from './declarations.ts'
import { createUpdateMemory, isHotUpdate } from './hot.ts'
import { describeFile } from './module-document.ts'
import { pinnedVersion, sharedModules } from './shared.ts'

const PRESET = new URL('../package.json', import.meta.url)

interface Options {
  /** Of the shell's package. */
  version: string
  /** Names of the lazy chunks that every page with a module needs. */
  preload: readonly string[]
  /** Places that modules may fill. */
  slots: readonly string[]
  /** Modules that are a part of this build, with the name of the chunk that holds each. */
  carries?: Readonly<Record<string, string>>
}

/**
 * Writes the shell's `module.json`: the shell is deployed and rolled back like every module, and says what it hands out
 * instead of what it asks for.
 */
export class ShellDocumentPlugin {
  readonly #options: Options
  readonly #withEarlier = createUpdateMemory()

  constructor(options: Options) {
    this.#options = options
  }

  apply(compiler: Compiler) {
    emitDeclarations(compiler, compiler.context)
    compiler.hooks.afterEmit.tapPromise('ShellDocument', async (compilation) => {
      if (compilation.errors.length > 0) return
      const folder = compilation.outputOptions.path ?? compiler.outputPath
      const document = await this.#describe(compilation, folder)
      await writeFile(path.join(folder, 'module.json'), `${JSON.stringify(document, null, 2)}\n`)
    })
  }

  async #describe(compilation: Compilation, folder: string): Promise<ShellDocument> {
    const { version, preload, slots, carries } = this.#options
    const names = this.#withEarlier(compilation.getAssets().map(({ name }) => name))
    const files = await Promise.all(names.sort().map((name) => describeFile(folder, name)))
    // Shared versions are asked for with a caret before what the shell brings.
    const shared = Object.values(sharedModules()).map(({ shareKey, requiredVersion }) => [
      shareKey,
      requiredVersion.replace('^', ''),
    ])
    const provides = { contracts: [1], shared: Object.fromEntries(shared), slots: [...slots] }
    const built = {
      mf: CONTAINERS,
      rspack: pinnedVersion('@rspack/core', PRESET),
    }
    // What is handed out belongs to the version as well as what was built.
    const build = createHash('sha256')
      .update(JSON.stringify(files.map(([name, { sri }]) => [name, sri])))
      .update(JSON.stringify([provides, built, preload]))
      .digest('hex')
    return ShellDocument.parse({
      schema: 1,
      module: 'shell',
      version: `${version}-g${build.slice(0, 8)}`,
      built,
      files: Object.fromEntries(files),
      preload: { default: preload.flatMap((chunk) => filesOf(compilation, chunk)) },
      page: 'index.html',
      types: names.filter(isDeclaration),
      ...(carries ? { carries: filesOfEach(compilation, carries) } : {}),
      provides: { ...provides, shellSdk: provides.shared['@griot/shell-sdk/react'] },
    })
  }
}

const allFilesOf = (compilation: Compilation, chunk: string) => {
  const files = compilation.namedChunkGroups.get(chunk)?.getFiles()
  if (!files) throw new Error(`The shell has no chunk named ${chunk}`)
  return files.filter((file) => !file.endsWith('.map') && !isHotUpdate(file))
}

const filesOf = (compilation: Compilation, chunk: string) =>
  allFilesOf(compilation, chunk).filter((file) => file.endsWith('.js'))

const filesOfEach = (compilation: Compilation, chunks: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chunks).map(([module, chunk]) => [module, allFilesOf(compilation, chunk)]))
