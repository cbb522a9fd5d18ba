import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNoPage } from '@griot/contracts/modules'
import { type Command, requireCheckout } from '../command.ts'
import { refused, usage } from '../output.ts'

// The name becomes part of globals, class names and CSS layers, which allow only letters.
const NAME = /^[a-z]{3,20}$/

// The template's files end in .txt, so that no tool treats them as files of this repository.
const TEMPLATE = fileURLToPath(new URL('../../template/', import.meta.url))

const NEXT_STEPS = (name: string) => [
  'Next steps:',
  '  install     npm install',
  `  test        npx vitest run mfe-${name}`,
  `  build       npm run build -w mfe-${name}`,
  `  get token   export MFE_TOKEN=$(npm run -s mfe:token -- ${name})`,
  `  release     npx mfe deploy mfe-${name}/dist --promote`,
  `The page is then at /${name}.`,
]

export const createModule: Command = async ({ words, out, cwd }) => {
  const [name] = words
  if (!name || !NAME.test(name)) throw usage('Name the module with 3 to 20 small letters: mfe new charts.')
  if (name === 'shell' || isNoPage(`/${name}`)) throw refused(`The name ${name} is reserved.`)
  const root = requireCheckout(cwd)
  const folder = path.join(root, `mfe-${name}`)
  if (existsSync(folder)) throw refused(`${folder} already exists.`)

  for (const [file, content] of Object.entries(moduleFiles(name, await readSibling(root)))) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), content, { flag: 'wx' })
    out.line(`  mfe-${name}/${file}`)
  }
  await addReference(root, `mfe-${name}`)
  out.line('  tsconfig.json\n')
  for (const line of NEXT_STEPS(name)) out.line(line)
}

const TAKEN_OVER = ['scripts', 'dependencies', 'devDependencies'] as const
/** The `package.json` of an existing module, whose scripts and dependency versions a new one takes over. */
export type Sibling = Record<(typeof TAKEN_OVER)[number], Record<string, string>>

const readSibling = async (root: string): Promise<Sibling> => {
  const [first] = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  if (!first) throw refused('There is no module to copy the dependencies from.')
  return JSON.parse(await readFile(path.join(root, first, 'package.json'), 'utf8')) as Sibling
}

/** Every file of a new module by its path in the module's folder. */
export const moduleFiles = (name: string, sibling: Sibling): Record<string, string> => {
  const fill = (file: string) =>
    readFileSync(TEMPLATE + file, 'utf8')
      .replaceAll('__name__', name)
      .replaceAll('__Name__', name.charAt(0).toUpperCase() + name.slice(1))
  const templates = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
  const files = Object.fromEntries(templates.sort().map((file) => [file.slice(0, -'.txt'.length), fill(file)]))

  const packageJson = JSON.parse(files['package.json'] ?? '') as Sibling
  for (const part of TAKEN_OVER) {
    const names = Object.keys(packageJson[part])
    packageJson[part] = Object.fromEntries(names.map((one) => [one, sibling[part][one] ?? '']))
  }
  return { ...files, 'package.json': `${JSON.stringify(packageJson, null, 2)}\n` }
}

const addReference = async (root: string, workspace: string) => {
  const file = path.join(root, 'tsconfig.json')
  const text = await readFile(file, 'utf8')
  const line = `    { "path": "${workspace}" },\n`
  if (!text.includes(line)) await writeFile(file, text.replace(/( {4}\{ "path": "gateway" \})/, `${line}$1`))
}
