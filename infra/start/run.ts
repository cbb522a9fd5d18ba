import { onLosingNpm } from '../common/losing-npm.ts'
import { say } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { readConfig } from './config.ts'
import { createProduct, type Product } from './product.ts'

// npm passes Ctrl-C on to us although the terminal has sent it already: two within this time are one.
const SAME_SIGNAL_MS = 1000

const stopOnSignals = (product: Product): void => {
  let firstAt = 0
  const onSignal = () => {
    if (firstAt === 0) {
      firstAt = Date.now()
      say('Stopping')
      product.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (Date.now() - firstAt > SAME_SIGNAL_MS) {
      product.kill().finally(() => process.exit(130))
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  onLosingNpm(onSignal)
}

/** Runs the product until it is told to stop. Whatever goes wrong ends in one sentence and code 1, with nothing left running. */
export const run = async (whenReady: (product: Product) => void = () => {}): Promise<void> => {
  // The terminal may go away before we do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let product: Product | undefined
  try {
    product = createProduct(readConfig())
    stopOnSignals(product)
    const address = await product.start()
    say(`Griot is ready at ${address}`)
    whenReady(product)
  } catch (error) {
    if (product?.isStopping()) return
    process.stderr.write(`${error instanceof SetupError ? error.message : (error as Error).stack}\n`)
    await product?.stop()
    process.exit(1)
  }
}
