import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodySlot, createBodySlots, type MinimumSpeed } from '@griot/service-kit/http/body-slots'
import { AppError } from '@griot/service-kit/http/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { receiveForm } from './form-upload.ts'

const VERY_LOW: MinimumSpeed = { bytesPerSecond: 1, windowMs: 60_000 }
const error = () => new AppError(400, 'upload.aborted', 'The upload was canceled.')
const refusals = { tooMany: error, busy: error, tooLarge: error, aborted: error }
const slotFor = (request: IncomingMessage, minimumSpeed: MinimumSpeed): Promise<BodySlot> =>
  createBodySlots({ each: 1, total: 1, minimumSpeed, maxBytes: 1_000_000 }).take({
    person: 'ama',
    id: 'one',
    request,
    refusals,
  })

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const serveUploads = async (minimumSpeed: MinimumSpeed) => {
  const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    try {
      const size = await receiveForm(
        incoming,
        async ({ bytes }) => {
          let total = 0
          for await (const chunk of bytes) total += (chunk as Buffer).length
          return total
        },
        await slotFor(incoming, minimumSpeed),
      )
      response.end(String(size))
    } catch (error) {
      response.statusCode = error instanceof AppError ? error.status : 500
      response.end(error instanceof Error ? error.message : '')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

describe('an upload that is too slow', () => {
  it('gets 408 when the client stops sending', async () => {
    const port = await serveUploads({ bytesPerSecond: 1024, windowMs: 100 })
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' },
    })
    sending.on('error', () => {})
    sending.write(
      '--b\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\nsound',
    )
    const [response] = (await once(sending, 'response')) as [IncomingMessage]

    expect(response.statusCode).toBe(408)
    sending.destroy()
  })
})

describe('a client that disconnects right after its last byte', () => {
  it('is recognized, although the request is complete', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ close: () => server.close() })
    const { port } = server.address() as AddressInfo
    const body =
      '--b\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\nsound\r\n--b--\r\n'
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length },
    })
    sending.on('error', () => {})
    sending.end(body)
    const [incoming] = (await once(server, 'request')) as [IncomingMessage]

    const slot = await slotFor(incoming, VERY_LOW)
    const closed = new Promise((resolve) => incoming.on('error', () => {}).once('close', resolve))
    sending.destroy()
    await closed

    // All bytes arrived, but those that were not read are lost with the connection.
    expect(incoming.complete).toBe(true)
    const received = receiveForm(incoming, async ({ bytes }) => bytes.resume(), slot)
    await expect(received).rejects.toThrow('The upload was canceled.')
  })
})
