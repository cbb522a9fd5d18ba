// For a deployment of many machines: what a start does before the processes run, once, by itself.

import { readMigrateConfig } from './migrate-config.ts'
import { type Preparation, prepareProduct, reasonOf } from './prepare-product.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const given: Preparation = readMigrateConfig()
try {
  await prepareProduct(given, say)
  say(`The database ${given.database} is up to date, and the modules are published.`)
} catch (error) {
  process.stderr.write(`The database could not be prepared: ${reasonOf(error)}\n`)
  process.exitCode = 1
}
