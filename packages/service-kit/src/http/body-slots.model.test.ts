import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BodySlot, createBodySlots } from './body-slots.ts'
import { AppError } from './errors.ts'

const EACH = 3
const TOTAL = 5
const PEOPLE = 4

const REFUSALS = {
  tooMany: () => new AppError(429, 'upload.too_many', 'Too many.'),
  busy: () => new AppError(503, 'upload.busy', 'Busy.'),
  tooLarge: () => new AppError(413, 'upload.too_large', 'Too large.'),
  aborted: () => new AppError(400, 'upload.aborted', 'Aborted.'),
}

interface Arriving {
  person: string
  id: string
  request: IncomingMessage
  slot: BodySlot
  unwatch(): void
}

const Step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('take' as const), person: fc.nat(PEOPLE - 1), id: fc.nat(4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), at: fc.nat(9), bytes: fc.nat(1_000_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), at: fc.nat(9) }) },
)

/** The slots, and a model of them: the bodies that arrive, and the people whose body was ended. */
const openModel = () => {
  // Every body may be ended at once, and no caller waits: each step has one possible result.
  const minimumSpeed = { bytesPerSecond: 1, windowMs: 60_000 }
  const slots = createBodySlots({ each: EACH, total: TOTAL, minimumSpeed, maxBytes: 1e9, youngMs: 0, waitMs: 0 })
  const arriving = new Set<Arriving>()
  const barred = new Set<string>()
  let ended = 0

  const countOf = (person?: string) => {
    const counted = [...arriving].filter((body) => person === undefined || body.person === person)
    return new Set(counted.map((body) => `${body.person} ${body.id}`)).size
  }
  const remove = (body: Arriving) => {
    arriving.delete(body)
    body.unwatch()
    body.slot.release()
  }
  return {
    arriving,
    barred,
    countOf,
    remove,
    endedBodies: () => ended,
    async take(person: string, id: string) {
      const request = new IncomingMessage(new Socket())
      const slot = await slots.take({ person, id, request, refusals: REFUSALS })
      const body: Arriving = { person, id, request, slot, unwatch: () => {} }
      arriving.add(body)
      body.unwatch = slot.watch((error) => {
        expect(error.status).toBe(503)
        ended += 1
        barred.add(person)
        remove(body)
      })
    },
  }
}
type Model = ReturnType<typeof openModel>

const mostOfOthers = (model: Model, person: string) =>
  Math.max(0, ...[...model.arriving].filter((body) => body.person !== person).map((body) => model.countOf(body.person)))

const take = async (model: Model, person: string, id: string) => {
  const own = model.countOf(person)
  const holds = [...model.arriving].some((body) => body.person === person && body.id === id)
  const isFull = model.countOf() >= TOTAL
  const most = mostOfOthers(model, person)
  const isBarred = model.barred.has(person)
  const endedBefore = model.endedBodies()
  const status = await model.take(person, id).then(
    () => 200,
    (error: AppError) => error.status,
  )

  expect(status === 429).toBe(!holds && own >= EACH)
  if (status === 503) expect(isBarred || most < own + 2).toBe(true)
  if (isBarred) expect(model.endedBodies()).toBe(endedBefore)
  if (holds || (own < EACH && !isFull)) expect(status).toBe(200)
}

describe('the slots of bodies, compared with a model', () => {
  it('never exceed a limit, are taken from those who have two more, and never for a barred person', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 40, maxLength: 60 }), async (steps) => {
        const model = openModel()
        try {
          for (const step of steps) {
            if (step.kind === 'take') await take(model, `person ${step.person}`, `body ${step.id}`)
            const body = step.kind === 'take' ? undefined : [...model.arriving][step.at]
            if (step.kind === 'send') body?.request.emit('data', Buffer.alloc(step.bytes))
            if (step.kind === 'release' && body !== undefined) model.remove(body)

            expect(model.countOf()).toBeLessThanOrEqual(TOTAL)
            for (const { person } of model.arriving) expect(model.countOf(person)).toBeLessThanOrEqual(EACH)
          }
        } finally {
          for (const body of model.arriving) model.remove(body)
        }
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})
