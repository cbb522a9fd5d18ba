import { execFile } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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
/** From npm, the packages contain their declarations. In the repository they are compiled with the module. */
const isPacked = path.basename(import.meta.dirname) === 'dist'
const FILES = isPacked ? 'dist' : 'src'
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
    ...PROVIDED.map((name) => path.join(PACKAGES, 'shell-sdk', FILES, `${name}.ts`)),
  ]
  const out = realpathSync(await mkdtemp(path.join(tmpdir(), 'griot-types-')))
  try {
    await compile(isPacked ? entries.filter((file) => !file.startsWith(PACKAGES)) : entries, out, root)
    return await closureOf(entries.map(declarationOf), { out, root })
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

const compile = async (files: readonly string[], out: string, root: string) => {
  const project = path.join(out, 'tsconfig.json')
  const compilerOptions = {
    ...{ rootDir: '/', outDir: out, types: [], composite: false, incremental: false },
    // `mfe deploy` checks the types.
    noCheck: true,
    // The compiler writes no declarations for files below node_modules.
    ...(isPacked ? {} : { paths: Object.fromEntries(readdirSync(PACKAGES).map(sourcesOf)) }),
    ...(isPacked ? { noEmit: false, declaration: true, emitDeclarationOnly: true } : {}),
  }
  const base = isPacked
    ? path.join(import.meta.dirname, '../tsconfig.module.json')
    : path.join(PACKAGES, '../tsconfig.browser.json')
  if (isPacked) await symlink(path.join(root, 'node_modules'), path.join(out, 'node_modules'))
  await writeFile(project, JSON.stringify({ extends: base, compilerOptions, files }))
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '-p', project])
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`The declarations could not be created.\n${stdout}`, { cause: error })
  }
}

const sourcesOf = (name: string) => [`@griot/${name}/*`, [`${PACKAGES}/${name}/src/*`]]

const declarationOf = (source: string) => source.replace(/\.(?:tsx?|js)$/, '.d.ts')

/** The declarations in the folder `out` and all of our files that they import, by their names in the version, with imports rewritten. */
const closureOf = async (entries: readonly string[], { out, root }: { out: string; root: string }) => {
  const closure = new Map<string, string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = nameOf(file, root)
    if (closure.has(name)) continue
    const text = await readFile(locationOf(file, out), 'utf8')
    const rewrite = (specifier: string) => {
      const imported = importedFile(specifier, file)
      if (imported === null || !existsSync(locationOf(imported, out))) return specifier
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

const locationOf = (file: string, out: string) =>
  isPacked && file.startsWith(`${PACKAGES}/`) ? file : path.join(out, file)

/** The declaration that an import resolves to; null for a library. */
const importedFile = (specifier: string, from: string) => {
  const [, name, rest] = PACKAGE_NAME.exec(specifier) ?? []
  if (name && rest) return path.join(PACKAGES, name, FILES, `${rest}.d.ts`)
  return specifier.startsWith('.') ? declarationOf(path.join(path.dirname(from), specifier)) : null
}

/** `types/module.d.ts` for a file of the module, `types/shell-sdk/contract.d.ts` for a file of a package. */
const nameOf = (file: string, root: string) => {
  const isPackage = file.startsWith(`${PACKAGES}/`)
  const name = isPackage ? path.relative(PACKAGES, file).replace(`/${FILES}/`, '/') : path.relative(`${root}/src`, file)
  return `${FOLDER}/${name}`
}
