import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Compilation, Compiler } from '@rspack/core'
import { compress } from './publish.ts'

/**
 * Writes `shell.json` beside the shell's page, from which the gateway knows the shell's version and which chunks to
 * preload, and in production a compressed copy of each file.
 */
export class ShellDocumentPlugin {
  readonly #preload: readonly string[]

  /** Names of the lazy chunks that every page with a module needs. */
  constructor({ preload }: { preload: readonly string[] }) {
    this.#preload = preload
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('ShellDocument', async (compilation) => {
      if (compilation.errors.length > 0) return
      const folder = compilation.outputOptions.path ?? compiler.outputPath
      const names = compilation.getAssets().map(({ name }) => name)
      // Names carry the hash of their content, except the page's own.
      const version = createHash('sha256')
        .update(names.sort().join('\n'))
        .update(await readFile(path.join(folder, 'index.html')))
      const document = {
        version: version.digest('hex').slice(0, 8),
        preload: this.#preload.flatMap((chunk) => filesOf(compilation, chunk)),
      }
      await writeFile(path.join(folder, 'shell.json'), `${JSON.stringify(document, null, 2)}\n`)
      if (compiler.options.mode === 'production') await Promise.all(names.map((name) => writeCompressed(folder, name)))
    })
  }
}

const filesOf = (compilation: Compilation, chunk: string) => {
  const files = compilation.namedChunkGroups.get(chunk)?.getFiles()
  if (!files) throw new Error(`The shell has no chunk named ${chunk}`)
  return files.filter((file) => file.endsWith('.js'))
}

const writeCompressed = async (folder: string, name: string) => {
  const file = path.join(folder, name)
  for (const [suffix, content] of await compress(name, await readFile(file))) await writeFile(file + suffix, content)
}
