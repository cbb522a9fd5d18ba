import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNoPage } from '@griot/contracts/modules'
import { type Command, findUp } from '../command.ts'
import { type Output, refused, usage } from '../output.ts'

// The name becomes part of globals, class names and CSS layers, which allow only letters.
const NAME = /^[a-z]{3,20}$/

// The files of the templates end in .txt, so that no tool treats them as files of this repository.
const templateFolder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.url))
const TEMPLATE = templateFolder('template')
/** Replaces and adds files for a module in a repository of its own. */
const OWN_TEMPLATE = templateFolder('template-own')
/** The versions of all dependencies. Part of the package only; in the repository, another module has them. */
const VERSIONS = 'versions.json'

const NEXT_STEPS = (name: string) => [
  'Next steps:',
  '  install     npm install',
  `  test        npx vitest run mfe-${name}`,
  `  build       npm run build -w mfe-${name}`,
  `  get token   export MFE_TOKEN=$(npm run -s mfe:token -- ${name})`,
  `  release     npx mfe deploy mfe-${name}/dist --browser --promote`,
  `The page is then at /${name}.`,
]

const NEXT_STEPS_OF_OWN = (folder: string) => [
  'Next steps:',
  ...(folder === '' ? [] : [`  cd ${folder}`]),
  '  npm install',
  '  npm test',
  '  npm run build',
  '  export MFE_ORIGIN=… MFE_TOKEN=…   the address of the product, and a token of an admin',
  '  npm run dev                      shows your build in the product',
  '  npx mfe deploy --browser --promote',
]

export const createModule: Command = async ({ words, out, cwd }) => {
  const [name] = words
  if (!name || !NAME.test(name)) throw usage('Name the module with 3 to 20 small letters: mfe new charts.')
  if (name === 'shell' || isNoPage(`/${name}`)) throw refused(`The name ${name} is reserved.`)
  const root = findUp(cwd, 'packages/mfe-preset')
  if (root === null) return createOwn(name, cwd, out)
  const folder = path.join(root, `mfe-${name}`)
  if (existsSync(folder)) throw refused(`${folder} already exists.`)

  await writeFiles(root, `mfe-${name}`, moduleFiles(name, await readSibling(root)), out)
  out.line('')
  for (const line of NEXT_STEPS(name)) out.line(line)
}

/** In an empty folder, or in a new one below `cwd`. */
const createOwn = async (name: string, cwd: string, out: Output) => {
  const isEmpty = readdirSync(cwd).every((file) => file === '.git')
  const folder = isEmpty ? '' : `mfe-${name}`
  if (!isEmpty && existsSync(path.join(cwd, folder))) throw refused(`${folder} already exists.`)
  const versions = await readFile(path.join(TEMPLATE, VERSIONS), 'utf8').catch(() => {
    throw usage('Run this command inside the repository, or from the package @griot/mfe-cli.')
  })
  await writeFiles(cwd, folder, ownFiles(name, JSON.parse(versions)), out)
  out.line('')
  for (const line of NEXT_STEPS_OF_OWN(folder)) out.line(line)
}

const writeFiles = async (root: string, folder: string, files: Record<string, string>, out: Output) => {
  for (const [file, content] of Object.entries(files)) {
    const name = path.join(folder, file)
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), content, { flag: 'wx' })
    out.line(`  ${name}`)
  }
}

const TAKEN_OVER = ['scripts', 'dependencies', 'devDependencies'] as const
/** The `package.json` of an existing module, whose scripts and dependency versions a new one takes over. */
export type Sibling = Record<(typeof TAKEN_OVER)[number], Record<string, string>>

const readSibling = async (root: string): Promise<Sibling> => {
  const [first] = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  if (!first) throw refused('There is no module to copy the dependencies from.')
  return JSON.parse(await readFile(path.join(root, first, 'package.json'), 'utf8')) as Sibling
}

/** Every file of a new module in this repository by its path in the module's folder. */
export const moduleFiles = (name: string, sibling: Sibling) =>
  withVersions(templateFiles(TEMPLATE, name), (part, one) => sibling[part][one] ?? '')

/** The same for a module in a repository of its own. */
export const ownFiles = (name: string, versions: Record<string, string>) => {
  const files = { ...templateFiles(TEMPLATE, name), ...templateFiles(OWN_TEMPLATE, name) }
  return withVersions(files, (part, one, given) => (part === 'scripts' ? given : (versions[one] ?? 'latest')))
}

const templateFiles = (folder: string, name: string) => {
  const fill = (file: string) =>
    readFileSync(path.join(folder, file), 'utf8')
      .replaceAll('__name__', name)
      .replaceAll('__Name__', name.charAt(0).toUpperCase() + name.slice(1))
  const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
  return Object.fromEntries(templates.sort().map((file) => [file.slice(0, -'.txt'.length), fill(file)]))
}

type Fill = (part: (typeof TAKEN_OVER)[number], name: string, given: string) => string

const withVersions = (files: Record<string, string>, fill: Fill): Record<string, string> => {
  const packageJson = JSON.parse(files['package.json'] ?? '') as Sibling
  for (const part of TAKEN_OVER) {
    const filled = Object.entries(packageJson[part]).map(([one, given]) => [one, fill(part, one, given)])
    packageJson[part] = Object.fromEntries(filled)
  }
  return { ...files, 'package.json': `${JSON.stringify(packageJson, null, 2)}\n` }
}
