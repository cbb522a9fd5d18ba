import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '@griot/service-kit/make-folder'
import { takeLock } from '../common/lock-file.ts'
import { step } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { buildPages, stalePages } from './pages.ts'
import { buildProcesses, staleProcesses } from './processes.ts'
import { BUILD_LOCK } from './targets.ts'

/** Who could not start anyway hears so now, and not after a minute of building. */
const refuseEarly = async () => {
  const [{ readConfig }, { requirePlace }] = await Promise.all([
    import('../start/config.ts'),
    import('../start/data-dir.ts'),
  ])
  await requirePlace(readConfig())
}

/** One build at a time in a checkout: two starts at once must not write the same files. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  makeFolder(dirname(BUILD_LOCK))
  let lock = takeLock(BUILD_LOCK)
  while (!lock.held) {
    await sleep(200)
    lock = takeLock(BUILD_LOCK)
  }
  try {
    await work()
  } finally {
    lock.release()
  }
}

const names = (targets: readonly { name: string }[]): string => targets.map(({ name }) => name).join(', ')

try {
  if (process.argv.includes('--before-start')) await refuseEarly()
  await alone(async () => {
    const processes = staleProcesses()
    if (processes.length > 0) await step(`Building ${names(processes)}`, () => buildProcesses(processes))
    const pages = stalePages()
    if (pages.length > 0) await step(`Building ${names(pages)}`, () => buildPages(pages))
  })
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
