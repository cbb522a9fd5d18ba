import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SetupError } from '../common/setup-error.ts'

/**
 * Who runs PostgreSQL, which refuses to be root.
 *
 * - `self`: we are not root.
 * - `setuid`: root becomes `nobody` for the server; the cluster's files belong to `nobody`.
 * - `user-namespace`: root may not change its user (a container without that right), but may look like `nobody` inside
 *   a user namespace; the files stay root's.
 *
 * Whatever else runs as `nobody` could read the cluster: the embedded database is for a machine of one's own.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'setuid'; uid: number; gid: number }
  | { kind: 'user-namespace'; uid: number; gid: number }

const nobody = (): { uid: number; gid: number } => {
  // initdb looks its own user up by number, so the number must be one that this machine's user list knows.
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : { uid: 65534, gid: 65534 }
}

/** How to start a PostgreSQL program: command, arguments and spawn options. */
export const commandFor = (runAs: RunAs, program: string, args: readonly string[]) => {
  if (runAs.kind === 'self') return { command: program, args: [...args], options: {} }
  const { uid, gid } = runAs
  if (runAs.kind === 'setuid') return { command: program, args: [...args], options: { uid, gid } }
  return {
    command: 'unshare',
    args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', program, ...args],
    options: {},
  }
}

const works = (runAs: RunAs): boolean => {
  const { command, args, options } = commandFor(runAs, '/bin/sh', ['-c', 'exit 0'])
  return spawnSync(command, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0
}

export const chooseRunAs = (wanted?: RunAs['kind']): RunAs => {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  if (process.platform !== 'linux')
    throw new SetupError('PostgreSQL refuses to run as root: start Griot as a normal user.')
  const kinds = wanted ? [wanted] : (['setuid', 'user-namespace'] as const)
  const way = kinds.map((kind): RunAs => (kind === 'self' ? { kind } : { kind, ...nobody() })).find(works)
  if (way) return way
  throw new SetupError(
    'PostgreSQL refuses to run as root and this machine lets root neither change its user nor make a user namespace: start Griot as a normal user, or set DATABASE_URL.',
  )
}
