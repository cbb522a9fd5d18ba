import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A folder that shows `lower` and keeps what is written into it apart. */
export const overlay = (place: string, lower: readonly string[]): string => {
  const [upper, work, merged] = ['upper', 'work', 'merged'].map((name) => join(place, name)) as [string, string, string]
  for (const folder of [upper, work, merged]) mkdirSync(folder, { recursive: true })
  run(
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${lower.join(':')},upperdir=${upper},workdir=${work}`,
    merged,
  )
  return merged
}

export const bind = (from: string, to: string, isFolder: boolean): void => {
  if (isFolder) mkdirSync(to, { recursive: true })
  else if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, '')
  }
  run('mount', '--bind', from, to)
}

export const readOnly = (folder: string, at: string): string => {
  bind(folder, at, true)
  run('mount', '-o', 'remount,bind,ro', at)
  return at
}

export const memory = (at: string, options: string): void => {
  mkdirSync(at, { recursive: true })
  run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', at)
}

/** What every program expects of a machine. */
export const machine = (root: string): void => {
  run('mount', '-t', 'proc', 'proc', join(root, 'proc'))
  for (const device of ['null', 'zero', 'random', 'urandom']) bind(`/dev/${device}`, join(root, 'dev', device), false)
}

export const unmount = (at: string): void => run('umount', '--recursive', at)
