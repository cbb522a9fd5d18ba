import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { VersionDocument } from '@griot/contracts/modules'
import type { Compilation, Compiler } from '@rspack/core'
import { isDeclaration } from './declarations.ts'
import { createUpdateMemory } from './hot.ts'
import { pinnedVersion } from './shared.ts'

const PRESET = new URL('../package.json', import.meta.url)

/** The part of `module.json` that the shell and the modules have in common. */
export type BuiltFiles = Required<Pick<VersionDocument, 'schema' | 'built' | 'files' | 'types'>>

/** Writes `module.json` beside the emitted files after every successful build. */
export const writeDocument = (
  compiler: Compiler,
  createDocument: (compilation: Compilation, built: BuiltFiles) => VersionDocument,
) => {
  const withUpdates = createUpdateMemory()
  compiler.hooks.afterEmit.tapPromise('ModuleDocument', async (compilation) => {
    if (compilation.errors.length > 0) return
    const { outputPath } = compiler
    const names = withUpdates(compilation.getAssets().map(({ name }) => name)).sort()
    const files = await Promise.all(names.map(async (name) => [name, await describeFile(outputPath, name)] as const))
    const document = createDocument(compilation, {
      schema: 1,
      built: {
        mf: pinnedVersion('@module-federation/enhanced', PRESET),
        rspack: pinnedVersion('@rspack/core', PRESET),
      },
      files: Object.fromEntries(files),
      types: names.filter(isDeclaration),
    })
    await writeFile(path.join(outputPath, 'module.json'), `${JSON.stringify(document, null, 2)}\n`)
  })
}

/** The entry of a file in `module.json`. */
export const describeFile = async (folder: string, file: string) => {
  const content = await readFile(path.join(folder, file))
  return {
    sri: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
    gz: (await promisify(gzip)(content)).length,
    type: file.endsWith('.js') ? ('js' as const) : file.endsWith('.css') ? ('css' as const) : ('asset' as const),
  }
}
