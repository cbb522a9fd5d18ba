import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SetupError } from '../common/setup-error.ts'

/**
 * The user that runs PostgreSQL, which refuses to run as root.
 *
 * - `self`: this process is not root.
 * - `setuid`: root starts the server as the user `nobody`, who owns the files of the cluster.
 * - `user-namespace`: root cannot change its user (a container without that right), but can map to `nobody` in a user
 *   namespace. The files stay owned by root.
 *
 * Other processes of the user `nobody` can read the cluster: use the embedded database only on your own machine.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'setuid'; uid: number; gid: number }
  | { kind: 'user-namespace'; uid: number; gid: number }

const unprivilegedUser = (): { uid: number; gid: number } => {
  // initdb looks up its user by number, so the number must be in /etc/passwd.
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : { uid: 65534, gid: 65534 }
}

export const commandFor = (runAs: RunAs, program: string, args: readonly string[]) => {
  if (runAs.kind === 'self') return { command: program, args, options: {} }
  const { kind, uid, gid } = runAs
  if (kind === 'setuid') return { command: program, args, options: { uid, gid } }
  const mapping = ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
  return { command: 'unshare', args: [...mapping, '--', program, ...args], options: {} }
}

const works = (runAs: RunAs): boolean => {
  const { command, args, options } = commandFor(runAs, '/bin/sh', ['-c', 'exit 0'])
  return spawnSync(command, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0
}

/** The first way that works on this machine. Throws a SetupError if none does. */
export const chooseRunAs = (wanted?: RunAs['kind']): RunAs => {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  if (process.platform !== 'linux')
    throw new SetupError('PostgreSQL refuses to run as root: start Griot as a normal user.')
  const kinds = wanted ? [wanted] : (['setuid', 'user-namespace'] as const)
  const way = kinds.map((kind): RunAs => (kind === 'self' ? { kind } : { kind, ...unprivilegedUser() })).find(works)
  if (way) return way
  throw new SetupError(
    'PostgreSQL refuses to run as root, and on this machine root can neither change its user nor create a user namespace: start Griot as a normal user, or set DATABASE_URL.',
  )
}
