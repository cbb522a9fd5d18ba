import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onPath } from '@griot/service-kit/on-path'

const run = promisify(execFile)

interface Around {
  PATH?: string | undefined
}

/** Has apt-get install these packages, where there is one and we may; false where not. Throws when apt-get fails. */
export const installByApt = async (packages: readonly string[], why: string, { PATH }: Around = process.env) => {
  const apt = process.getuid?.() === 0 ? await onPath('apt-get', PATH) : undefined
  if (apt === undefined) return false
  process.stdout.write(`  Installing ${why}, needed once on this machine\n`)
  const options = { env: { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 }
  await run(apt, ['update'], options)
  await run(apt, ['install', '-y', '--no-install-recommends', ...packages], options)
  return true
}
