// The one-way rule: runners stand on packages, packages on packages below them, and nobody reaches into a neighbour.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { remotes, root } from '../build/targets.ts'

const FRONT = ['contracts', 'shell-sdk', 'ui', 'mfe-preset']
const BACK = ['contracts', 'service-kit']

/** Workspace → the packages it may stand on. */
const MAY_USE: Record<string, readonly string[]> = {
  'packages/contracts': [],
  'packages/service-kit': ['contracts'],
  'packages/shell-sdk': ['contracts'],
  'packages/ui': [],
  'packages/mfe-preset': ['contracts'],
  'packages/module-registry': ['contracts', 'service-kit'],
  'packages/mfe-cli': ['contracts', 'service-kit', 'shell-sdk'],
  shell: FRONT,
  ...Object.fromEntries(remotes.map((remote) => [remote, FRONT])),
  gateway: [...BACK, 'module-registry'],
  'services/catalog': BACK,
  'services/listening-points': BACK,
  'services/media': BACK,
  infra: [...BACK, 'module-registry', 'mfe-preset'],
  // Journeys open the whole house.
  'shell/e2e': ['contracts', 'service-kit', 'shell-sdk', 'mfe-preset', 'module-registry', 'infra'],
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g
const IS_TEST = /\.test\.tsx?$|\/testing\//

const workspaceOf = (file: string) =>
  Object.keys(MAY_USE)
    .filter((workspace) => file.startsWith(`${workspace}/`))
    .sort((one, other) => other.length - one.length)[0]

const complaintAbout = (file: string, specifier: string): string | undefined => {
  const workspace = workspaceOf(file)
  if (workspace === undefined || workspace === 'shell/e2e') return undefined
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, dirname(file), specifier))
    return target.startsWith(`${workspace}/`) ? undefined : `reaches into ${workspaceOf(target) ?? target}`
  }
  const [scope, name = ''] = specifier.split('/')
  if (scope !== '@griot' || workspace.endsWith(`/${name}`) || MAY_USE[workspace]?.includes(name)) return undefined
  // Tests of the back may start a real database.
  if (name === 'infra' && IS_TEST.test(file)) return undefined
  return `stands on @griot/${name}, which is not below it`
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

const complaints = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const complaint = complaintAbout(file, specifier)
    return complaint === undefined ? [] : [`${file}: ${specifier} ${complaint}`]
  }),
)

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(`${files.length} files, ${complaints.length} imports the wrong way\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
