import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onPath } from '@griot/service-kit/files/find-program'

const run = promisify(execFile)

interface Environment {
  PATH?: string | undefined
}

/** Installs packages with apt-get. Returns false without apt-get or root. Throws if apt-get fails. */
export const installByApt = async (packages: readonly string[], title: string, { PATH }: Environment = process.env) => {
  const apt = process.getuid?.() === 0 ? await onPath('apt-get', PATH) : undefined
  if (apt === undefined) return false
  process.stdout.write(`  Installing ${title}\n`)
  const options = { env: { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 }
  await run(apt, ['update'], options)
  await run(apt, ['install', '-y', '--no-install-recommends', ...packages], options)
  return true
}

/** The programs that are not in PATH. */
export const missingPrograms = async (programs: readonly string[], path?: string) => {
  const found = await Promise.all(programs.map((program) => onPath(program, path)))
  return programs.filter((_, index) => found[index] === undefined)
}
