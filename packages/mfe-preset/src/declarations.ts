import { execFile } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Compiler, rspack, sources } from '@rspack/core'
import { isHot } from './hot.ts'

/** Folder of a version with its declarations: what it was built against, and of a module also what it exposes. */
const FOLDER = 'types'
/** The types of what a running shell hands to a module; everything else of the SDK is a part of the module itself. */
const HANDED_OVER = ['contract', 'react', 'router', 'query']

const PACKAGES = realpathSync(new URL('../../', import.meta.url))
const COMPILER = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const PACKAGE_NAME = /^@griot\/([\w-]+)\/(.+?)(?:\.tsx?)?$/
const SPECIFIER = /(\bfrom |\bimport\()(['"])([^'"]+)\2/g
/** Styles and the like, which no other team has. */
const SIDE_EFFECT = /^import (['"])[^'"]+\1;\n/gm

/** Whether a file of a version is one of its declarations. */
export const isDeclaration = (name: string) => name.startsWith(`${FOLDER}/`) && name.endsWith('.d.ts')

/**
 * Has a build bring its declarations as files of its own, so that a later one can be compared with what people have. A
 * build for development has none: nobody builds upon it.
 */
export const emitDeclarations = (compiler: Compiler, root: string, exposed: readonly string[] = []) => {
  if (isHot) return
  compiler.hooks.thisCompilation.tap('Declarations', (compilation) => {
    // The compiler works beside the build, and is waited for when the build has come to its files.
    const declared = declarationsOf(realpathSync(root), exposed)
    declared.catch(() => {})
    compilation.hooks.processAssets.tapPromise(
      { name: 'Declarations', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
      async () => {
        for (const [name, text] of await declared) compilation.emitAsset(name, new sources.RawSource(text))
      },
    )
  })
}

const declarationsOf = async (root: string, exposed: readonly string[]) => {
  const entries = [
    ...exposed.map((file) => path.join(root, 'src', file)),
    ...HANDED_OVER.map((name) => path.join(PACKAGES, 'shell-sdk/src', `${name}.ts`)),
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
    // Whether the types are right is asked when the version is deployed; here they are only written down.
    noCheck: true,
    // By their sources: what is found below node_modules would not be written.
    paths: Object.fromEntries(readdirSync(PACKAGES).map((name) => [`@griot/${name}/*`, [`${PACKAGES}/${name}/src/*`]])),
  }
  const base = path.join(PACKAGES, '../tsconfig.browser.json')
  await writeFile(project, JSON.stringify({ extends: base, compilerOptions, files }))
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '-p', project])
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`The declarations could not be written.\n${stdout}`, { cause: error })
  }
}

/** Where the compiler has written the declaration of a source, below its folder. */
const declarationOf = (source: string) => source.replace(/\.tsx?$/, '.d.ts')

interface Written {
  out: string
  /** The module's own folder. */
  root: string
}

/** The declarations and all that they refer to of ours, by their names in a version. They refer to nothing outside of it. */
const closureOf = async (entries: readonly string[], { out, root }: Written) => {
  const closure = new Map<string, string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = nameOf(file, root)
    if (closure.has(name)) continue
    const text = await readFile(path.join(out, file), 'utf8')
    const referTo = (specifier: string) => {
      const referred = sourceOf(specifier, file)
      if (referred === null || !existsSync(path.join(out, referred))) return specifier
      waiting.push(referred)
      const relative = path.posix.relative(path.posix.dirname(name), nameOf(referred, root)).replace(/\.d\.ts$/, '.js')
      return relative.startsWith('.') ? relative : `./${relative}`
    }
    closure.set(
      name,
      text
        .replace(SIDE_EFFECT, '')
        .replace(SPECIFIER, (_, before, quote, specifier) => `${before}${quote}${referTo(specifier)}${quote}`),
    )
  }
  return closure
}

/** The declaration that an import leads to, where it may be one of ours. */
const sourceOf = (specifier: string, from: string) => {
  const [, name, rest] = PACKAGE_NAME.exec(specifier) ?? []
  if (name && rest) return path.join(PACKAGES, name, 'src', `${rest}.d.ts`)
  return specifier.startsWith('.') ? declarationOf(path.join(path.dirname(from), specifier)) : null
}

/** `types/module.d.ts` for what is the module's own, `types/shell-sdk/contract.d.ts` for what a package brings. */
const nameOf = (file: string, root: string) => {
  const [isOfPackage, below] = file.startsWith(`${PACKAGES}/`) ? [true, PACKAGES] : [false, root]
  const name = path.relative(below, file).replace(isOfPackage ? /^([^/]+)\/src\// : /^src\//, isOfPackage ? '$1/' : '')
  return path.posix.join(FOLDER, name)
}
