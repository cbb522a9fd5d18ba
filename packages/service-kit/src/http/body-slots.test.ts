import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type BodyLimits, createBodySlots } from './body-slots.ts'
import { AppError } from './errors.ts'

const REFUSALS = {
  tooMany: () => new AppError(429, 'upload.too_many', 'Too many.'),
  busy: () => new AppError(503, 'upload.busy', 'Busy.'),
  tooLarge: () => new AppError(413, 'upload.too_large', 'Too large.'),
  aborted: () => new AppError(400, 'upload.aborted', 'Aborted.'),
}

let server: Server
let sent: ClientRequest[]
afterEach(() => {
  for (const one of sent) one.destroy()
  server.closeAllConnections()
  server.close()
})

/** A server that responds with 200 to a whole body. Returns a function that starts a body. */
const serveBodies = async (limits: Partial<BodyLimits>) => {
  const slots = createBodySlots({
    ...{ each: 2, total: 3, minimumSpeed: { bytesPerSecond: 1, windowMs: 60_000 }, maxBytes: 10_000_000, youngMs: 0 },
    ...limits,
  })
  sent = []
  const received = new Map<string, number>()
  server = createServer(async (incoming, response) => {
    const { url = '' } = incoming
    const [, person = '', id = ''] = url.split('/')
    let release = () => {}
    try {
      const slot = await slots.take({ person, id, request: incoming, refusals: REFUSALS })
      release = slot.release
      response.writeContinue()
      await new Promise<void>((resolve, reject) => {
        const unwatch = slot.watch(reject)
        incoming.on('data', (chunk: Buffer) => received.set(url, (received.get(url) ?? 0) + chunk.length))
        incoming.once('end', () => resolve(unwatch()))
      })
      response.end()
    } catch (error) {
      response.writeHead((error as AppError).status, { connection: 'close' }).end()
    } finally {
      release()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const begin = (person: string, id: string) => {
    const sending = request({ host: '127.0.0.1', port, method: 'POST', path: `/${person}/${id}`, agent: false })
    sending.on('error', () => {}).flushHeaders()
    sent.push(sending)
    const status = once(sending, 'response').then(([response]) => (response as IncomingMessage).statusCode)
    status.catch(() => {})
    return { sending, status }
  }
  /** Begins a body that has its slot, and sends this many bytes of it. */
  const hold = async (person: string, id: string, bytes = 1) => {
    const body = begin(person, id)
    await once(body.sending, 'continue')
    body.sending.write(Buffer.alloc(bytes))
    await expect.poll(() => received.get(`/${person}/${id}`), { interval: 1 }).toBe(bytes)
    return body
  }
  const send = (person: string, id: string) => {
    const { sending, status } = begin(person, id)
    sending.end('body')
    return status
  }
  return { begin, hold, send }
}

describe('the slots of bodies', () => {
  it('are limited for each person, where a second connection of a body counts once', async () => {
    const { hold, send } = await serveBodies({})
    await hold('ama', 'one')
    await hold('ama', 'two')

    expect(await send('ama', 'three')).toBe(429)
    expect(await send('ama', 'two')).toBe(200)
  })

  it('are taken from the slowest body of the person who has most', async () => {
    const { hold, send } = await serveBodies({})
    const fast = await hold('ama', 'fast', 1_000_000)
    const slow = await hold('ama', 'slow')
    const other = await hold('kofi', 'slower')

    expect(await send('esi', 'new')).toBe(200)
    expect(await slow.status).toBe(503)
    for (const { sending, status } of [fast, other]) {
      sending.end()
      expect(await status).toBe(200)
    }
  })

  it('are taken from a slow body if each person has one', async () => {
    const { hold, send } = await serveBodies({})
    const slow = await hold('ama', 'one')
    for (const person of ['kofi', 'efua']) await hold(person, 'one', 1_000_000)

    expect(await send('esi', 'new')).toBe(200)
    expect(await slow.status).toBe(503)
  })

  it('are not taken back by the person whose body was ended', async () => {
    const { hold, send } = await serveBodies({ total: 1, waitMs: 0 })
    const slow = await hold('ama', 'one')
    const next = await hold('kofi', 'one')
    expect(await slow.status).toBe(503)

    expect(await send('ama', 'again')).toBe(503)
    next.sending.end()
    expect(await next.status).toBe(200)
    // A free slot is for all.
    await expect.poll(() => send('ama', 'again')).toBe(200)
  })

  it('become free for a waiting person when a body is done', async () => {
    const { begin, hold } = await serveBodies({ total: 1, youngMs: 60_000 })
    const first = await hold('ama', 'one')
    const waiting = begin('kofi', 'one')
    waiting.sending.end('body')
    first.sending.end()
    expect(await first.status).toBe(200)
    expect(await waiting.status).toBe(200)
  })

  it('are refused to a person if no body may be ended', async () => {
    const { hold, send } = await serveBodies({ total: 1, youngMs: 60_000, waitMs: 0 })
    await hold('ama', 'one')

    expect(await send('kofi', 'one')).toBe(503)
  })

  it('are lost by a body that is slower than the minimum speed', async () => {
    const { hold } = await serveBodies({ minimumSpeed: { bytesPerSecond: 1_000, windowMs: 50 } })

    expect(await (await hold('ama', 'one')).status).toBe(408)
  })

  it('are lost by a body that is too large', async () => {
    const { hold } = await serveBodies({ maxBytes: 10 })

    expect(await (await hold('ama', 'one', 11)).status).toBe(413)
  })
})
