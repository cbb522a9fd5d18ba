// For deployments on several machines: publishes the built front ends, before the gateway starts. An image of its own contains
// them, so a release of the processes releases no front end.
import { readConfig } from '@griot/service-kit/config'
import { z } from 'zod'
import { printLine } from '../common/progress.ts'
import { reasonFor } from '../common/setup-error.ts'
import { ModulesEnvironment, modulesModeOf } from './modules-mode.ts'
import { publishModules } from './publish-modules.ts'

const config = readConfig(ModulesEnvironment.extend({ MODULES_DIR: z.string() }))
try {
  await publishModules({ modulesDir: config.MODULES_DIR, mode: modulesModeOf(config) }, printLine)
} catch (error) {
  process.stderr.write(`The modules could not be published: ${reasonFor(error)}.\n`)
  process.exitCode = 1
}
