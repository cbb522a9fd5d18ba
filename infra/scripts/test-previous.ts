import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICES } from '@griot/contracts/services'

/**
 * `npm run test:previous`: runs the services of the previous release with their tests on the current tables. During a
 * deployment both releases run at once, so the previous code must work with every migration. Runs the tests of the main
 * operations, or all with `-- --all`. Then opens the listener module of the previous release in the current shell: its team
 * need not build it again.
 *
 * The previous release is `PREVIOUS_RELEASE` (any git revision), else the newest version tag that is not this commit, else the
 * commit in `previous-release.txt`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS = ['gateway', 'packages/service-kit', ...SERVICES.map((service) => `services/${service}`)]
// The operations that write: sign-in, publishing, uploads, listening and tips.
const MAIN_TESTS = [
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
const ALL_TESTS = ['services', 'gateway/src']

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const previousRelease = () => {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname')
  const [tag] = tags?.split('\n') ?? []
  const recorded = readFileSync(new URL('previous-release.txt', import.meta.url), 'utf8').trim()
  const wanted = process.env.PREVIOUS_RELEASE || tag || recorded
  return { wanted, commit: git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`) }
}

const { wanted, commit } = previousRelease()
if (commit === undefined) {
  process.stdout.write(`This clone does not contain ${wanted}: nothing was tested.\n`)
  process.exit(0)
}

// On the disk of this checkout, because the packages need a gigabyte.
const parent = join(root, '.tsbuild')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'previous-'))
const runIn = (cwd: string, env: Record<string, string>, command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
const run = (command: string, ...args: string[]) => runIn(folder, {}, command, ...args)

try {
  process.stdout.write(`The services of ${wanted} (${commit.slice(0, 8)}) on the current tables:\n`)
  run('git', 'clone', '--quiet', '--no-checkout', '--shared', root, '.')
  run('git', 'checkout', '--quiet', commit)
  run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  for (const workspace of MIGRATIONS) {
    const path = `${workspace}/migrations`
    if (!existsSync(join(folder, path))) continue
    rmSync(join(folder, path), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  const known = MAIN_TESTS.filter((file) => existsSync(join(folder, file)))
  const files = process.argv.includes('--all') || known.length === 0 ? ALL_TESTS : known
  // Longer timeouts and retries: old tests cannot be fixed, and an incompatible migration fails every time.
  const patience = ['--testTimeout=120000', '--hookTimeout=180000', '--retry=2']
  run('npx', 'vitest', 'run', '--project', 'node', ...patience, ...files)

  process.stdout.write(`The listener module of ${wanted} in the current shell:\n`)
  run('npm', 'run', '--silent', 'build', '--workspace=mfe-listener')
  const module = { PREVIOUS_LISTENER: join(folder, 'mfe-listener/dist') }
  runIn(root, module, 'npx', 'vitest', 'run', '--project', 'drills', 'shell/e2e/module-previous.test.ts')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
