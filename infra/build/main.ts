import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '../common/lock-file.ts'
import { step } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { buildPages, stalePages } from './pages.ts'
import { buildProcesses, staleProcesses } from './processes.ts'
import { root } from './targets.ts'

/** One build at a time in a checkout: two starts at once must not write the same files. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  const cache = join(root, 'node_modules', '.cache', 'griot')
  mkdirSync(cache, { recursive: true })
  let lock = takeLock(join(cache, 'build.lock'))
  while (!lock.held) {
    await sleep(200)
    lock = takeLock(join(cache, 'build.lock'))
  }
  try {
    await work()
  } finally {
    lock.release()
  }
}

const names = (targets: readonly { name: string }[]): string => targets.map(({ name }) => name).join(', ')

try {
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
