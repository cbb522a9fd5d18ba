// Prepares packages for npm. In the repository their exports name the sources, which all tools use directly. Other
// repositories get compiled scripts and declarations.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { GriotSection } from '@griot/contracts/module-manifest'
import { build } from 'esbuild'
import { z } from 'zod'

export const ROOT = path.join(import.meta.dirname, '../..')
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc')
const run = promisify(execFile)

export const PACKAGES = ['contracts', 'shell-sdk', 'ui', 'mfe-preset', 'mfe-cli']
/** The preset bundles the sources of these packages, because its rules for contracts need them. */
const WITH_SOURCES = ['contracts', 'shell-sdk', 'ui']
const SOURCE_CONDITION = 'griot-source'

interface PackageJson {
  name: string
  version: string
  description?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  exports: Record<string, string>
}

const readPackage = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as PackageJson

/** Writes the compiled files, the licence and the published `package.json` of a package into `target`. */
export const preparePackage = async (name: string, target: string) => {
  const folder = path.join(ROOT, 'packages', name)
  const own = await readPackage(folder)
  await rm(path.join(target, 'dist'), { recursive: true, force: true })
  const published =
    name === 'mfe-cli' ? await prepareCommand(folder, target, own) : await prepareLibrary(name, target, own)
  await cp(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'))
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

const common = ({ name, version, description }: PackageJson) => ({
  ...{ name, version, description, license: 'MIT', type: 'module', engines: { node: '>=20.19.0' } },
})

const prepareLibrary = async (name: string, target: string, own: PackageJson) => {
  await compile(path.join(ROOT, 'packages', name), path.join(target, 'dist'))
  if (name === 'contracts') {
    const schema = JSON.stringify(z.toJSONSchema(GriotSection, { io: 'input' }), null, 2)
    await writeFile(path.join(target, 'dist', SCHEMA), `${schema}\n`)
  }
  const isSource = WITH_SOURCES.includes(name)
  const files = ['dist', ...(isSource ? ['src'] : []), ...(name === 'mfe-preset' ? PRESET_FILES : [])]
  return {
    ...common(own),
    exports: {
      './package.json': './package.json',
      ...(name === 'contracts' ? { [`./${SCHEMA}`]: `./dist/${SCHEMA}` } : {}),
      ...Object.fromEntries(Object.entries(own.exports).map(([key, file]) => [key, publishedExport(file, isSource)])),
    },
    files: [...files, 'CHANGELOG.md', '!**/*.test.*'],
    dependencies: own.dependencies,
    ...(name === 'shell-sdk' ? optionalPeers(own) : {}),
  }
}

/** For editors. */
const SCHEMA = 'griot.schema.json'
const PRESET_FILES = ['client', 'typescript.mjs', 'tsconfig.module.json']

const publishedExport = (file: string, isSource: boolean) => {
  if (!/\.tsx?$/.test(file)) return file
  const compiled = file.replace('./src/', './dist/').replace(/\.tsx?$/, '')
  return { ...(isSource ? { [SOURCE_CONDITION]: file } : {}), types: `${compiled}.d.ts`, default: `${compiled}.js` }
}

/** The test helpers of the SDK need libraries that a module without tests does not. */
const optionalPeers = ({ devDependencies = {} }: PackageJson) => {
  const names = [...Object.keys(devDependencies), 'vitest']
  return {
    peerDependencies: Object.fromEntries(names.map((name) => [name, '*'])),
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  }
}

const compile = async (folder: string, dist: string) => {
  await run(process.execPath, [COMPILER, '-b', folder])
  await cp(path.join(folder, '.tsbuild/src'), dist, { recursive: true, filter: (file) => !file.includes('.test.') })
  for (const file of await filesIn(dist, '.d.ts')) await writeFile(file, withScripts(await readFile(file, 'utf8')))
  const settings = await mkdtemp(path.join(tmpdir(), 'griot-compile-'))
  try {
    const project = path.join(settings, 'tsconfig.json')
    const compilerOptions = {
      ...{ rootDir: path.join(folder, 'src'), outDir: dist, composite: false, declaration: false, types: [] },
      ...{ emitDeclarationOnly: false, rewriteRelativeImportExtensions: true, noResolve: true, noCheck: true },
    }
    await writeFile(
      project,
      JSON.stringify({
        extends: path.join(ROOT, 'tsconfig.browser.json'),
        compilerOptions,
        include: [path.join(folder, 'src')],
        exclude: [path.join(folder, 'src/**/*.test.*')],
      }),
    )
    await run(process.execPath, [COMPILER, '-p', project])
  } finally {
    await rm(settings, { recursive: true, force: true })
  }
}

/** The compiler rewrites imports of sources in scripts, but not in declarations. */
const withScripts = (declaration: string) =>
  declaration.replace(/((?:from |import\()['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2')

const filesIn = async (folder: string, ending: string) =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))

/** The command is one script for each entry, with the packages of this repository in it. */
const prepareCommand = async (folder: string, target: string, own: PackageJson) => {
  const external = Object.entries(own.dependencies ?? {}).filter(
    ([name]) => !name.startsWith('@griot/') && name !== 'tsx',
  )
  await build({
    entryPoints: ['bin', 'container-name'].map((name) => path.join(folder, 'src', `${name}.ts`)),
    // As deep as the sources, which find the template by its relative path.
    outdir: path.join(target, 'dist/node'),
    external: external.map(([name]) => name),
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' },
  })
  await writeFile(path.join(target, 'dist/node/container-name.d.ts'), CONTAINER_NAME)
  await writeFile(path.join(target, 'template/versions.json'), `${JSON.stringify(await templateVersions(), null, 2)}\n`)
  return {
    ...common(own),
    bin: { mfe: './dist/node/bin.js' },
    exports: {
      './container-name': { types: './dist/node/container-name.d.ts', default: './dist/node/container-name.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'template', 'template-own', 'CHANGELOG.md'],
    dependencies: Object.fromEntries(external),
  }
}

const CONTAINER_NAME = `/** A name for the container of a stock build that contains a hash of its sources. */
export declare const containerName: (module: string, folder?: string) => string
`

/** The versions that a new module in another repository uses. */
const templateVersions = async () => {
  const folders = ['.', 'shell', 'packages/mfe-preset', 'mfe-rewards', 'packages/shell-sdk', 'infra']
  const packages = await Promise.all(folders.map((folder) => readPackage(path.join(ROOT, folder))))
  const own = await Promise.all(PACKAGES.map((name) => readPackage(path.join(ROOT, 'packages', name))))
  return Object.assign(
    {},
    ...packages.map(({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies })),
    Object.fromEntries(own.map(({ name, version }) => [name, version])),
  ) as Record<string, string>
}
