import { AppError } from './errors.ts'

export interface GatherOptions<Input, Output> {
  /** Does all of it by one statement, and answers in the order of the inputs. */
  work(inputs: Input[]): Promise<Output[]>
  /** Inputs with the same key never go together: the later one is merged into the earlier, or waits for the next time. */
  keyOf(input: Input): string
  merge?(earlier: Input, later: Input): Input
  /** Inputs of one statement at most. */
  most?: number
}

interface Waiter<Output> {
  resolve(output: Output): void
  reject(error: unknown): void
}

interface Waiting<Input, Output> {
  input: Input
  waiters: Waiter<Output>[]
}

/**
 * Gathers what arrives while a statement is on its way and does it together by the next one. Nobody gets an answer that
 * is older than their question: a statement takes only those who came before it began. Alone, nobody waits.
 *
 * A statement's way to the database and back costs many times what one row more does, on both sides; so the busier it
 * gets, the less each costs.
 */
export const gather = <Input, Output>({ work, keyOf, merge, most = 1_000 }: GatherOptions<Input, Output>) => {
  const waiting = new Map<string, Waiting<Input, Output>>()
  let later: Waiting<Input, Output>[] = []
  let isWorking = false
  let isCalled = false

  const add = (entry: Waiting<Input, Output>) => {
    const key = keyOf(entry.input)
    const known = waiting.get(key)
    if (known === undefined) waiting.set(key, entry)
    else if (merge === undefined) later.push(entry)
    else {
      known.input = merge(known.input, entry.input)
      known.waiters.push(...entry.waiters)
    }
  }

  const takeBatch = () => {
    const batch: Waiting<Input, Output>[] = []
    for (const [key, entry] of waiting) {
      if (batch.length === most) break
      batch.push(entry)
      waiting.delete(key)
    }
    const held = later
    later = []
    for (const entry of held) add(entry)
    return batch
  }

  const workOff = async () => {
    isCalled = false
    if (isWorking) return
    isWorking = true
    while (waiting.size > 0) {
      const outage = await settle(takeBatch(), work)
      // Whoever has waited for it to be noticed has waited long enough: a second time of that is nobody's patience.
      if (outage !== undefined) giveUp(outage)
    }
    isWorking = false
  }

  const giveUp = (error: AppError) => {
    for (const { waiters } of [...waiting.values(), ...later]) for (const { reject } of waiters) reject(error)
    waiting.clear()
    later = []
  }

  return (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      add({ input, waiters: [{ resolve, reject }] })
      if (isWorking || isCalled) return
      isCalled = true
      // Whatever else arrived in this turn of the loop comes along.
      setImmediate(workOff)
    })
}

/** Answers what makes trying on pointless, if anything does. */
const settle = async <Input, Output>(
  batch: Waiting<Input, Output>[],
  work: GatherOptions<Input, Output>['work'],
): Promise<AppError | undefined> => {
  try {
    const outputs = await work(batch.map(({ input }) => input))
    if (outputs.length !== batch.length) throw new Error(`${batch.length} were asked for, ${outputs.length} came`)
    for (const [index, { waiters }] of batch.entries()) {
      for (const { resolve } of waiters) resolve(outputs[index] as Output)
    }
  } catch (error) {
    const outage = error instanceof AppError && error.status >= 500 ? error : undefined
    // One that cannot be done must not fail the others. A database that is away is away for each of them.
    if (batch.length > 1 && outage === undefined) return settleOneByOne(batch, work)
    for (const { waiters } of batch) for (const { reject } of waiters) reject(error)
    return outage
  }
}

const settleOneByOne = async <Input, Output>(
  batch: Waiting<Input, Output>[],
  work: GatherOptions<Input, Output>['work'],
): Promise<AppError | undefined> => {
  let outage: AppError | undefined
  for (const one of batch) {
    if (outage === undefined) outage = await settle([one], work)
    else for (const { reject } of one.waiters) reject(outage)
  }
  return outage
}
