import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import type { Somebody } from './media-house.ts'

const CHUNK_BYTES = 64 * 1024
const PATIENCE_MS = 60_000

const base64 = (value: string) => Buffer.from(value).toString('base64')

export interface Said {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Someone with a file, byte by byte, over connections that a drill may cut. */
export const createUploader = (origin: () => string, { cookie }: Somebody) => {
  const begin = (method: string, path: string, headers: Record<string, string>): ClientRequest => {
    const sending = request(new URL(path, origin()), {
      method,
      agent: false,
      headers: { cookie, ...headers },
    })
    sending.on('error', () => {})
    return sending
  }

  /** What was answered, or null when the connection went before. */
  const answerTo = (sending: ClientRequest): Promise<Said | null> =>
    new Promise((resolve) => {
      sending.once('response', (response: IncomingMessage) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          () => resolve(null),
        )
      })
      sending.once('close', () => resolve(null))
    })

  const ask = (method: string, path: string, headers: Record<string, string> = {}) => {
    const sending = begin(method, path, { 'tus-resumable': TUS_VERSION, ...headers })
    const answered = answerTo(sending)
    sending.end()
    return answered
  }

  /** Writes what the connection takes, until it is gone. */
  const write = async (sending: ClientRequest, bytes: Buffer) => {
    const closed = new Promise<void>((done) => sending.once('close', done))
    for (let at = 0; at < bytes.length && !sending.destroyed; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      await Promise.race([new Promise<void>((done) => sending.write(chunk, () => done())), closed])
    }
  }

  const sending = (path: string, offset: number, length: number) =>
    begin('PATCH', path, {
      'tus-resumable': TUS_VERSION,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(length),
    })

  /** Where an upload stands, asked until somebody answers. */
  const offsetOf = async (path: string) => {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const said = await ask('HEAD', path)
      if (said?.status === 200) return Number(said.headers['upload-offset'])
      if (Date.now() > deadline) throw new Error(`${path} is answered ${said?.status}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  return {
    begin,
    answerTo,
    ask,
    write,
    sending,
    offsetOf,
    async create(size: number) {
      const said = await ask('POST', CreateUpload.path, {
        'upload-length': String(size),
        'upload-metadata': `filename ${base64('episode.mp3')},filetype ${base64('audio/mpeg')}`,
      })
      if (said?.status !== 201) throw new Error(`creating an upload: ${said?.status} ${said?.body}`)
      return String(said.headers.location)
    },
    /** Goes on until all of it has arrived, over as many connections as that takes. */
    async finish(path: string, bytes: Buffer) {
      for (let offset = await offsetOf(path); offset < bytes.length; offset = await offsetOf(path)) {
        const patch = sending(path, offset, bytes.length - offset)
        const answered = answerTo(patch)
        await write(patch, bytes.subarray(offset))
        patch.end()
        await answered
      }
    },
    /** As a form, the way that the product brief has it. */
    form(bytes: Buffer) {
      const head = Buffer.from(
        '--drill\r\nContent-Disposition: form-data; name="audio"; filename="episode.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
      )
      return Buffer.concat([head, bytes, Buffer.from('\r\n--drill--\r\n')])
    },
    sendingForm: (length: number) =>
      begin('POST', '/api/media/upload', {
        'content-type': 'multipart/form-data; boundary=drill',
        'content-length': String(length),
      }),
  }
}
export type Uploader = ReturnType<typeof createUploader>
