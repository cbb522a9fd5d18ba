// For deployments on several machines: prepares the database, once, before the processes start.
import { printLine } from '../common/progress.ts'
import { reasonFor } from '../common/setup-error.ts'
import { readMigrateConfig } from './migrate-config.ts'
import { type Preparation, prepareDatabases } from './prepare-databases.ts'

const given: Preparation = readMigrateConfig()
try {
  await prepareDatabases(given)
  printLine(`The database ${given.database} is up to date.`)
} catch (error) {
  process.stderr.write(`The database could not be prepared: ${reasonFor(error)}.\n`)
  process.exitCode = 1
}
