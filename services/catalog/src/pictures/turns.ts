import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/errors'
import { discardRest } from '@griot/service-kit/upload-form'
import type { PictureKind } from './pictures.queries.ts'

// Each is held whole while it arrives ...
const MOST_AT_ONCE = 6
// ... and decoded while it is made anew.
const MOST_DECODED = 3

/** Whose pictures are under way: one of each person, so that nobody who sends slowly takes all places. */
const underWay = new Set<string>()
const waiting: (() => void)[] = []
let decoded = 0

/** Runs `work` on the one picture that a person may have under way; the others are told so. */
export const takeTurn = async <Result>(
  { kind, personId, request }: { kind: PictureKind; personId: string; request: IncomingMessage },
  work: () => Promise<Result>,
) => {
  const refusal = refusalFor(kind, personId)
  if (refusal !== undefined) {
    discardRest(request)
    throw refusal
  }
  underWay.add(personId)
  try {
    return await work()
  } finally {
    underWay.delete(personId)
  }
}

const refusalFor = (kind: PictureKind, personId: string) => {
  const retry = { retryAfter: 3 }
  if (underWay.has(personId)) {
    return new AppError(429, `${kind}.too_many`, 'Another picture of yours is still being uploaded.', retry)
  }
  if (underWay.size < MOST_AT_ONCE) return undefined
  const sentence = 'Many pictures are being uploaded right now. Please try again in a moment.'
  return new AppError(503, `${kind}.busy`, sentence, retry)
}

/** Waits until few enough pictures are decoded; of those who wait there are never many. */
export const whileDecoded = async <Result>(work: () => Promise<Result>) => {
  if (decoded < MOST_DECODED) decoded += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // Whoever is next has the place of the one who leaves.
    const next = waiting.shift()
    if (next === undefined) decoded -= 1
    else next()
  }
}
