import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:previous`: the previous release's services, with its own tests, on the tables of today. While a release
 * goes out both run side by side, so a migration that the old code cannot live with must not be merged.
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

const folder = mkdtempSync(join(tmpdir(), 'griot-previous-'))
const run = (command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, npm_config_audit: 'false' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

try {
  process.stdout.write(`The services of ${wanted} (${commit.slice(0, 8)}) on the tables of today:\n`)
  run('git', 'clone', '--quiet', '--no-checkout', '--shared', root, '.')
  run('git', 'checkout', '--quiet', commit)
  run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  for (const path of MIGRATIONS) {
    if (!existsSync(join(folder, path))) continue
    rmSync(join(folder, path), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  run('npx', 'vitest', 'run', '--project', 'node', 'services', 'gateway/src', '--testTimeout=120000')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
