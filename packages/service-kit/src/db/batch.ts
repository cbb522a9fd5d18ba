import { type AppError, isOutage } from '../http/errors.ts'

interface BatchOptions<Input, Output> {
  /** Handles all inputs by one statement; the outputs have the order of the inputs. */
  work(inputs: Input[]): Promise<Output[]>
  /** Two inputs with the same key are handled in different batches, in the order of their calls. */
  keyOf?(input: Input): string
  /** Largest batch. */
  most?: number
  /**
   * After a batch of several calls, further calls are collected for this time, or until as many wait: a call costs less in a
   * larger batch.
   */
  pauseMs?: number
}

interface Call<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/**
 * Collects the calls that arrive while a statement runs, and handles them together by the next statement. A statement
 * serves only calls that arrived before it began, so no result is older than its call. Calls that arrive one at a time do not wait.
 */
export const batchCalls = <Input, Output>({ work, keyOf, most = 1_000, pauseMs = 0 }: BatchOptions<Input, Output>) => {
  let waiting: Call<Input, Output>[] = []
  let isScheduled = false
  let pause: { calls: number; end(): void } | undefined

  const collect = (calls: number) =>
    new Promise<void>((resolve) => {
      if (waiting.length >= calls) return resolve()
      const end = () => {
        clearTimeout(timeout)
        pause = undefined
        // The batch takes every call of this turn of the event loop.
        setImmediate(resolve)
      }
      const timeout = setTimeout(end, pauseMs)
      pause = { calls, end }
    })

  const takeBatch = () => {
    const keys = new Set<string>()
    const batch: Call<Input, Output>[] = []
    const others: Call<Input, Output>[] = []
    for (const call of waiting) {
      const key = keyOf?.(call.input)
      const isNext = batch.length < most && (key === undefined || !keys.has(key))
      if (key !== undefined) keys.add(key)
      if (isNext) batch.push(call)
      else others.push(call)
    }
    waiting = others
    return batch
  }

  const run = async () => {
    while (waiting.length > 0) {
      const batch = takeBatch()
      const outage = await settle(batch, work)
      if (outage === undefined) {
        if (pauseMs > 0 && batch.length > 1) await collect(batch.length)
        continue
      }
      // Calls that waited during the outage fail now instead of waiting for a second timeout.
      for (const { reject } of waiting.splice(0)) reject(outage)
    }
    isScheduled = false
  }

  return (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (pause !== undefined && waiting.length >= pause.calls) pause.end()
      if (isScheduled) return
      isScheduled = true
      // The first batch takes every call of this turn of the event loop.
      setImmediate(run)
    })
}

/** Resolves or rejects every call of the batch. Returns the error if the database is unavailable. */
const settle = async <Input, Output>(
  batch: Call<Input, Output>[],
  work: BatchOptions<Input, Output>['work'],
): Promise<AppError | undefined> => {
  try {
    const outputs = await work(batch.map(({ input }) => input))
    if (outputs.length !== batch.length) throw new Error(`expected ${batch.length} outputs, got ${outputs.length}`)
    for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output)
  } catch (error) {
    const outage = isOutage(error) ? error : undefined
    if (batch.length === 1 || outage !== undefined) {
      for (const { reject } of batch) reject(error)
      return outage
    }
    // One invalid input must not fail the others.
    for (const [index, call] of batch.entries()) {
      const found = await settle([call], work)
      if (found === undefined) continue
      for (const { reject } of batch.slice(index + 1)) reject(found)
      return found
    }
  }
}
