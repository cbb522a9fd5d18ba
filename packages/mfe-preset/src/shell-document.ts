import { createHash } from 'node:crypto'
import { ShellDocument } from '@griot/contracts/modules'
import type { Compilation, Compiler } from '@rspack/core'
import { emitDeclarations } from './declarations.ts'
import { isHotUpdate } from './hot.ts'
import { providedModules } from './shared.ts'
import { type BuiltFiles, writeDocument } from './write-document.ts'

interface Options {
  /** Version of the shell's package. */
  version: string
  /** Lazy chunks that every page with a module needs. */
  preload: readonly string[]
  slots: readonly string[]
  /** Chunk names of the modules that are bundled with the shell. */
  carries?: Readonly<Record<string, string>>
}

/** Writes the shell's `module.json`, so that it is deployed and rolled back like a module. */
export class ShellDocumentPlugin {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  apply(compiler: Compiler) {
    emitDeclarations(compiler, compiler.context)
    writeDocument(compiler, (compilation, built) => createDocument(this.#options, compilation, built))
  }
}

const createDocument = (options: Options, compilation: Compilation, built: BuiltFiles) => {
  const { version, preload, slots, carries } = options
  const shared = providedModules()
  const provides = { contracts: [1], shared, slots: [...slots] }
  // The version also depends on what the shell provides.
  const build = createHash('sha256')
    .update(JSON.stringify(Object.entries(built.files).map(([name, { sri }]) => [name, sri])))
    .update(JSON.stringify([provides, built.built, preload]))
    .digest('hex')
  return ShellDocument.parse({
    ...built,
    module: 'shell',
    version: `${version}-g${build.slice(0, 8)}`,
    preload: { default: preload.flatMap((chunk) => filesOf(compilation, chunk)) },
    page: 'index.html',
    ...(carries ? { carries: filesByModule(compilation, carries) } : {}),
    provides: { ...provides, shellSdk: shared['@griot/shell-sdk/react'] ?? '' },
  })
}

const allFilesOf = (compilation: Compilation, chunk: string) => {
  const files = compilation.namedChunkGroups.get(chunk)?.getFiles()
  if (!files) throw new Error(`The shell has no chunk ${chunk}`)
  return files.filter((file) => !file.endsWith('.map') && !isHotUpdate(file))
}

const filesOf = (compilation: Compilation, chunk: string) =>
  allFilesOf(compilation, chunk).filter((file) => file.endsWith('.js'))

const filesByModule = (compilation: Compilation, chunks: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chunks).map(([module, chunk]) => [module, allFilesOf(compilation, chunk)]))
