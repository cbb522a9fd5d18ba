import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import type { SignedInUser } from './media-harness.ts'

const CHUNK_BYTES = 64 * 1024
const TIMEOUT_MS = 60_000

const base64 = (value: string) => Buffer.from(value).toString('base64')

interface ReceivedResponse {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Uploads in single steps over connections that a fault test can cut. */
export const createTusClient = (origin: () => string, { cookie }: SignedInUser) => {
  const openRequest = (method: string, path: string, headers: Record<string, string>): ClientRequest => {
    const opened = request(new URL(path, origin()), { method, agent: false, headers: { cookie, ...headers } })
    opened.on('error', () => {})
    return opened
  }

  /** The response, or null if the connection closed first. */
  const responseTo = (sent: ClientRequest): Promise<ReceivedResponse | null> =>
    new Promise((resolve) => {
      sent.once('response', (response: IncomingMessage) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          () => resolve(null),
        )
      })
      sent.once('close', () => resolve(null))
    })

  const send = (method: string, path: string, headers: Record<string, string> = {}) => {
    const sent = openRequest(method, path, { 'tus-resumable': TUS_VERSION, ...headers })
    const response = responseTo(sent)
    sent.end()
    return response
  }

  /** Writes bytes as fast as the connection accepts them, until it closes. */
  const write = async (sending: ClientRequest, bytes: Buffer) => {
    const closed = new Promise<void>((done) => sending.once('close', done))
    for (let at = 0; at < bytes.length && !sending.destroyed; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      await Promise.race([new Promise<void>((done) => sending.write(chunk, () => done())), closed])
    }
  }

  const openPatch = (path: string, offset: number, length: number) =>
    openRequest('PATCH', path, {
      'tus-resumable': TUS_VERSION,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(length),
    })

  /** The stored offset of an upload. Retries until the service returns it. */
  const readOffset = async (path: string) => {
    for (const deadline = Date.now() + TIMEOUT_MS; ; ) {
      const response = await send('HEAD', path)
      if (response?.status === 200) return Number(response.headers['upload-offset'])
      if (Date.now() > deadline) throw new Error(`HEAD ${path} returned ${response?.status}`)
      await sleep(50)
    }
  }

  return {
    responseTo,
    send,
    write,
    openPatch,
    readOffset,
    async create(size: number) {
      const response = await send('POST', CreateUpload.path, {
        'upload-length': String(size),
        'upload-metadata': `filename ${base64('episode.mp3')},filetype ${base64('audio/mpeg')}`,
      })
      if (response?.status !== 201) throw new Error(`creating an upload: ${response?.status} ${response?.body}`)
      return String(response.headers.location)
    },
    /** Sends the rest of an upload, over as many connections as needed. */
    async finish(path: string, bytes: Buffer) {
      for (let offset = await readOffset(path); offset < bytes.length; offset = await readOffset(path)) {
        const patch = openPatch(path, offset, bytes.length - offset)
        const response = responseTo(patch)
        await write(patch, bytes.subarray(offset))
        patch.end()
        await response
      }
    },
    /** The body of a multipart upload. */
    formOf(bytes: Buffer) {
      const head = Buffer.from(
        '--drill\r\nContent-Disposition: form-data; name="audio"; filename="episode.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
      )
      return Buffer.concat([head, bytes, Buffer.from('\r\n--drill--\r\n')])
    },
    openForm: (length: number) =>
      openRequest('POST', '/api/media/upload', {
        'content-type': 'multipart/form-data; boundary=drill',
        'content-length': String(length),
      }),
  }
}
export type TusClient = ReturnType<typeof createTusClient>
