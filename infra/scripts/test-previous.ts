import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:previous`: the previous release's services, with its own tests, on the tables of today. While a release
 * goes out both run side by side, so a migration that the old code cannot live with must not be merged. The tests of what
 * people do most; `-- --all` runs all of them.
 *
 * The release is `PREVIOUS_RELEASE` (anything git understands), else the newest version tag that is not this commit, else
 * the commit noted in `previous-release.txt` beside this file.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS = [
  'gateway/migrations',
  'packages/service-kit/migrations',
  'services/catalog/migrations',
  'services/listening-points/migrations',
  'services/media/migrations',
]
// Everything that is written while people sign in, publish, upload, listen and tip.
const MOST_DONE = [
  'gateway/src/auth/sign-in.test.ts',
  'services/catalog/src/episodes/publishing.test.ts',
  'services/catalog/src/podcasts/change-podcast.test.ts',
  'services/listening-points/src/library/library.test.ts',
  'services/listening-points/src/listening/end-session.test.ts',
  'services/listening-points/src/listening/start-session.test.ts',
  'services/listening-points/src/tips/send-tip.test.ts',
  'services/media/src/links/link-file.test.ts',
  'services/media/src/queue/queue.test.ts',
  'services/media/src/uploads/upload-file.test.ts',
]
const EVERYTHING = ['services', 'gateway/src']

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const previousRelease = () => {
  const head = git('rev-parse', 'HEAD')
  const tags = (git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname') ?? '').split('\n')
  const tag = tags.find((name) => name !== '' && git('rev-list', '-n', '1', name) !== head)
  const noted = readFileSync(new URL('previous-release.txt', import.meta.url), 'utf8').trim()
  const wanted = process.env.PREVIOUS_RELEASE || tag || noted
  return { wanted, commit: git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`) }
}

const { wanted, commit } = previousRelease()
if (commit === undefined) {
  process.stdout.write(`The history of this clone does not reach back to ${wanted}, so its code was not tried.\n`)
  process.exit(0)
}

// Below this checkout, so that what is installed here is found from there.
const parent = join(root, '.tsbuild')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'previous-'))
const run = (command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, npm_config_audit: 'false' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

interface Locked {
  version?: string
  resolved?: string
  link?: boolean
  optional?: boolean
}
const lockOf = (checkout: string) =>
  (JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
    .packages

/** What one workspace has for itself, because the others have another version. */
const OF_ONE_WORKSPACE = /^(?!node_modules\/).+?\/node_modules\/(@[^/]+\/)?[^/]+$/

/** Takes what is installed here, when the release asks for the same; its own packages are its own. */
const install = () => {
  const here = lockOf(root)
  const there = Object.entries(lockOf(folder)).filter(([path]) => path.includes('node_modules/'))
  const isHere = ([path, { version, link, optional }]: [string, Locked]) =>
    link || optional || (here[path]?.version === version && existsSync(join(root, path)))
  if (!there.every(isHere)) return run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  for (const [path, { resolved = '', link }] of there) {
    if (link) linkTo(path, join(folder, resolved))
    else if (OF_ONE_WORKSPACE.test(path)) linkTo(path, join(root, path))
  }
}

const linkTo = (path: string, target: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(target, join(folder, path))
}

try {
  process.stdout.write(`The services of ${wanted} (${commit.slice(0, 8)}) on the tables of today:\n`)
  run('git', 'clone', '--quiet', '--no-checkout', '--shared', root, '.')
  run('git', 'checkout', '--quiet', commit)
  install()
  for (const path of MIGRATIONS) {
    if (!existsSync(join(folder, path))) continue
    rmSync(join(folder, path), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  const known = MOST_DONE.filter((file) => existsSync(join(folder, file)))
  const files = process.argv.includes('--all') || known.length === 0 ? EVERYTHING : known
  // What no longer fits fails every time; an old test that is in a hurry cannot be mended any more.
  run(
    'npx',
    'vitest',
    'run',
    '--project',
    'node',
    '--testTimeout=120000',
    '--hookTimeout=180000',
    '--retry=2',
    ...files,
  )
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
