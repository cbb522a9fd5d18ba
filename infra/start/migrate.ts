// For deployments on several machines: prepares the database and the modules, once, before the processes start.
import { printLine } from '../common/progress.ts'
import { reasonFor } from '../common/setup-error.ts'
import { readMigrateConfig } from './migrate-config.ts'
import { type Preparation, prepareProduct } from './prepare-product.ts'

const given: Preparation = readMigrateConfig()
try {
  await prepareProduct(given, printLine)
  printLine(`The database ${given.database} is up to date, and the modules are published.`)
} catch (error) {
  process.stderr.write(`The database could not be prepared: ${reasonFor(error)}.\n`)
  process.exitCode = 1
}
