import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isNoPage } from '@griot/contracts/modules'
import type { Command } from '../command.ts'
import { EXIT, Stop, usage } from '../outcome.ts'
import { rootAbove } from '../root-above.ts'
import { filesOf, type Sibling } from '../scaffold.ts'

// The name becomes a part of globals, class names and layers, which take letters only.
const NAME = /^[a-z]{3,20}$/

/** `mfe new <name>`: a module of one page beside the others, ready to be built, tested and deployed. */
export const createModule: Command = async ({ words, out, cwd }) => {
  const [name] = words
  if (!name || !NAME.test(name)) throw usage('Give the module a name of 3 to 20 small letters: mfe new charts.')
  if (name === 'shell' || isNoPage(`/${name}`)) throw new Stop(EXIT.refused, `${name} is a name of the house.`)
  const root = rootAbove(cwd)
  const folder = path.join(root, `mfe-${name}`)
  if (existsSync(folder)) throw new Stop(EXIT.refused, `${folder} is there already.`)

  const sibling = await readSibling(root)
  for (const [file, content] of Object.entries(filesOf(name, sibling))) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), content, { flag: 'wx' })
    out.line(`  mfe-${name}/${file}`)
  }
  await referTo(root, `mfe-${name}`)
  out.line('  tsconfig.json')
  out.line()
  out.line('Now, in this order:')
  for (const [what, command] of [
    ['take it in', 'npm install'],
    ['try it', `npx vitest run mfe-${name}`],
    ['build it', `npm run build -w mfe-${name}`],
    ['its token', `export MFE_TOKEN=$(npm run -s mfe:token -- ${name})`],
    ['release it', `npx mfe deploy mfe-${name}/dist --promote`],
  ] as const) {
    out.line(`  ${what.padEnd(12)}${command}`)
  }
  out.line(`Then it is at /${name}.`)
}

/** What a module stands on is the same for all: it is taken from one that is there. */
const readSibling = async (root: string): Promise<Sibling> => {
  const [first] = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  if (!first) throw new Stop(EXIT.refused, 'There is no module to take the dependencies from.')
  return JSON.parse(await readFile(path.join(root, first, 'package.json'), 'utf8')) as Sibling
}

const referTo = async (root: string, workspace: string) => {
  const file = path.join(root, 'tsconfig.json')
  const text = await readFile(file, 'utf8')
  const line = `    { "path": "${workspace}" },\n`
  if (!text.includes(line)) await writeFile(file, text.replace(/( {4}\{ "path": "gateway" \})/, `${line}$1`))
}
