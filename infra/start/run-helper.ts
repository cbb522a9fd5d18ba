import { once } from 'node:events'
import { join } from 'node:path'
import { printLine } from '../common/progress.ts'
import { reasonFor, SetupError } from '../common/setup-error.ts'
import type { StartConfig } from './config.ts'
import { openLogFile } from './log-file.ts'
import { spawnProcess } from './spawn-process.ts'

type Message = { progress: string } | { result: unknown } | { failed: string }

/**
 * Runs a bundle as a short-lived process, so that the code it loads does not stay in the memory of the starter. It receives
 * the input, may send progress, and sends one result.
 */
export const runHelper = async <Result>(
  name: string,
  { dataDir, logsDir }: StartConfig,
  input: object,
): Promise<Result> => {
  const log = openLogFile(join(logsDir, `${name}.log`))
  const child = spawnProcess({ script: `infra/dist/${name}.js`, dataDir, onLine: log.write })
  let outcome: Message = { failed: 'the process ended' }
  child.on('message', (message: Message) => {
    if ('progress' in message) printLine(`    ${message.progress}`)
    else outcome = message
  })
  child.send(input)
  await once(child, 'close')
  if ('result' in outcome) return outcome.result as Result
  throw new SetupError(`The step ${name} failed: ${outcome.failed}. Its log is ${log.file}`)
}

/** The other side: runs `work` with the input, and exits. */
export const serveHelper = <Input>(work: (input: Input, print: (progress: string) => void) => Promise<unknown>) => {
  process.once('disconnect', () => process.exit(1))
  process.once('message', async (input: Input) => {
    const outcome: Message = await work(input, (progress) => process.send?.({ progress })).then(
      (result = {}) => ({ result }),
      (error: unknown) => {
        console.error(error)
        return { failed: reasonFor(error) }
      },
    )
    process.send?.(outcome, () => process.exit(0))
  })
}
