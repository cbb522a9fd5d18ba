import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '../common/lock-file.ts'
import { step } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { buildPages, buildProcesses } from './build.ts'
import { isFresh } from './stamp.ts'
import { BUILD_LOCK, pageTargets, processTarget } from './targets.ts'

/** Runs one build at a time in a checkout: concurrent starts must not write the same files. */
const withBuildLock = async (work: () => Promise<void>): Promise<void> => {
  mkdirSync(dirname(BUILD_LOCK), { recursive: true })
  for (;;) {
    const lock = takeLock(BUILD_LOCK)
    if (lock.held) return work().finally(lock.release)
    await sleep(200)
  }
}

/** Builds what has changed, after `check`. On failure prints the error and sets the exit code. */
export const runBuild = async (check = async () => {}): Promise<void> => {
  try {
    await check()
    await withBuildLock(async () => {
      if (!isFresh(processTarget)) await step(`Building ${processTarget.name}`, buildProcesses)
      const pages = pageTargets().filter((page) => !isFresh(page))
      if (pages.length > 0) await step(`Building ${pages.map(({ name }) => name).join(', ')}`, () => buildPages(pages))
    })
  } catch (error) {
    process.stderr.write(`${error instanceof SetupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
