import { execFile } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Compiler, rspack, sources } from '@rspack/core'
import { isHot } from './hot.ts'

/** Folder of a version for the declarations of the SDK and, for a module, of what it exposes. */
const FOLDER = 'types'
/** The files of the SDK that the shell provides at run time. The others are bundled into the module. */
const PROVIDED = ['contract', 'react', 'router', 'query']

const PACKAGES = realpathSync(new URL('../../', import.meta.url))
const COMPILER = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const PACKAGE_NAME = /^@griot\/([\w-]+)\/(.+?)(?:\.tsx?)?$/
const SPECIFIER = /(\bfrom |\bimport\()(['"])([^'"]+)\2/g
/** Imports of styles. */
const SIDE_EFFECT = /^import (['"])[^'"]+\1;\n/gm

export const isDeclaration = (name: string) => name.startsWith(`${FOLDER}/`) && name.endsWith('.d.ts')

/** Adds declarations to a production build, so that later builds can be compared with it (C9). */
export const emitDeclarations = (compiler: Compiler, root: string, exposed: readonly string[] = []) => {
  if (isHot) return
  compiler.hooks.thisCompilation.tap('Declarations', (compilation) => {
    // The compiler runs in parallel with the build.
    const declarations = createDeclarations(realpathSync(root), exposed)
    declarations.catch(() => {})
    compilation.hooks.processAssets.tapPromise(
      { name: 'Declarations', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
      async () => {
        for (const [name, text] of await declarations) compilation.emitAsset(name, new sources.RawSource(text))
      },
    )
  })
}

const createDeclarations = async (root: string, exposed: readonly string[]) => {
  const entries = [
    ...exposed.map((file) => path.join(root, 'src', file)),
    ...PROVIDED.map((name) => path.join(PACKAGES, 'shell-sdk/src', `${name}.ts`)),
  ]
  const out = realpathSync(await mkdtemp(path.join(tmpdir(), 'griot-types-')))
  try {
    await compile(entries, out)
    return await closureOf(entries.map(declarationOf), { out, root })
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

const compile = async (files: readonly string[], out: string) => {
  const project = path.join(out, 'tsconfig.json')
  const compilerOptions = {
    ...{ rootDir: '/', outDir: out, types: [], composite: false, incremental: false },
    // `mfe deploy` checks the types.
    noCheck: true,
    // The compiler writes no declarations for files below node_modules.
    paths: Object.fromEntries(readdirSync(PACKAGES).map((name) => [`@griot/${name}/*`, [`${PACKAGES}/${name}/src/*`]])),
  }
  const base = path.join(PACKAGES, '../tsconfig.browser.json')
  await writeFile(project, JSON.stringify({ extends: base, compilerOptions, files }))
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '-p', project])
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`The declarations could not be created.\n${stdout}`, { cause: error })
  }
}

const declarationOf = (source: string) => source.replace(/\.tsx?$/, '.d.ts')

/** The declarations in the folder `out` and all of our files that they import, by their names in the version, with imports rewritten. */
const closureOf = async (entries: readonly string[], { out, root }: { out: string; root: string }) => {
  const closure = new Map<string, string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = nameOf(file, root)
    if (closure.has(name)) continue
    const text = await readFile(path.join(out, file), 'utf8')
    const rewrite = (specifier: string) => {
      const imported = importedFile(specifier, file)
      if (imported === null || !existsSync(path.join(out, imported))) return specifier
      waiting.push(imported)
      const relative = path.posix.relative(path.posix.dirname(name), nameOf(imported, root)).replace(/\.d\.ts$/, '.js')
      return relative.startsWith('.') ? relative : `./${relative}`
    }
    closure.set(
      name,
      text
        .replace(SIDE_EFFECT, '')
        .replace(SPECIFIER, (_, before, quote, specifier) => `${before}${quote}${rewrite(specifier)}${quote}`),
    )
  }
  return closure
}

/** The declaration that an import resolves to; null for a library. */
const importedFile = (specifier: string, from: string) => {
  const [, name, rest] = PACKAGE_NAME.exec(specifier) ?? []
  if (name && rest) return path.join(PACKAGES, name, 'src', `${rest}.d.ts`)
  return specifier.startsWith('.') ? declarationOf(path.join(path.dirname(from), specifier)) : null
}

/** `types/module.d.ts` for a file of the module, `types/shell-sdk/contract.d.ts` for a file of a package. */
const nameOf = (file: string, root: string) => {
  const isPackage = file.startsWith(`${PACKAGES}/`)
  const name = isPackage ? path.relative(PACKAGES, file).replace('/src/', '/') : path.relative(`${root}/src`, file)
  return `${FOLDER}/${name}`
}
