import { onNpmExit } from '../common/on-npm-exit.ts'
import { printLine } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { readConfig } from './config.ts'
import { createProduct, type Product } from './product.ts'

// The terminal and npm both send Ctrl-C. A second signal within this time is the same key press.
const SAME_SIGNAL_MS = 1000

const stopOnSignals = (product: Product): void => {
  let firstAt = 0
  const onSignal = () => {
    if (firstAt === 0) {
      firstAt = Date.now()
      printLine('Stopping')
      product.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (Date.now() - firstAt > SAME_SIGNAL_MS) {
      product.kill().finally(() => process.exit(130))
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  onNpmExit(onSignal)
}

/** Runs the product until a signal stops it. On failure prints one sentence, stops everything and exits with code 1. */
export const run = async (whenReady: (product: Product) => void = () => {}): Promise<void> => {
  // The terminal may close first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let product: Product | undefined
  try {
    product = createProduct(readConfig())
    stopOnSignals(product)
    const address = await product.start()
    printLine(`Griot is ready at ${address}`)
    whenReady(product)
  } catch (error) {
    if (product?.isStopping()) return
    process.stderr.write(`${error instanceof SetupError ? error.message : (error as Error).stack}\n`)
    await product?.stop()
    process.exit(1)
  }
}
