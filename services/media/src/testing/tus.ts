import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import type { Person } from '@griot/service-kit/testing/identity'
import type { TestService } from '@griot/service-kit/testing/service'

export interface TusAnswer {
  status: number
  headers: IncomingMessage['headers']
  /** Of a refusal. */
  code: string | undefined
}

const base64 = (value: string) => Buffer.from(value).toString('base64')

/** Someone who speaks the tus protocol, byte by byte if a test wants that. */
export const tusOf = (service: TestService, who: Person | null) => {
  const begin = async (method: string, path: string, headers: Record<string, string>): Promise<ClientRequest> =>
    request(new URL(path, service.url), {
      method,
      agent: false,
      headers: { 'tus-resumable': TUS_VERSION, [IDENTITY_HEADER]: await service.as(who).token(), ...headers },
    })

  const answerTo = async (sending: ClientRequest): Promise<TusAnswer> => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    const body = await text(response)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      code: body === '' ? undefined : (JSON.parse(body) as { code: string }).code,
    }
  }

  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const sending = await begin(method, path, headers)
    // A service that has answered may close the connection while bytes are still being sent.
    sending.on('error', () => {})
    sending.end(body)
    return answerTo(sending)
  }

  const bytesAt = (offset: number) => ({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })

  return {
    ask,
    answerTo,
    create: (size: number, { name = 'episode.mp3', type = 'audio/mpeg', headers = {} } = {}) =>
      ask('POST', CreateUpload.path, {
        'upload-length': String(size),
        'upload-metadata': `filename ${base64(name)},filetype ${base64(type)}`,
        ...headers,
      }),
    /** Begins an upload and answers its address. */
    async begun(size: number) {
      const { status, headers, code } = await this.create(size)
      if (status !== 201) throw new Error(`${status} ${code}`)
      return String(headers.location)
    },
    offset: async (path: string) => Number((await ask('HEAD', path)).headers['upload-offset']),
    send: (path: string, offset: number, bytes: Buffer) => ask('PATCH', path, bytesAt(offset), bytes),
    /** A request whose end the test decides. */
    sending: (path: string, offset: number, length: number) =>
      begin('PATCH', path, { ...bytesAt(offset), 'content-length': String(length) }),
  }
}

export const idIn = (path: string) => path.split('/').at(-1) ?? ''
