import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import type { Person } from '@griot/service-kit/testing/identity'
import type { TestService } from '@griot/service-kit/testing/service'

interface TusResponse {
  status: number
  headers: IncomingMessage['headers']
  /** The error code, if the request failed. */
  code: string | undefined
}

const base64 = (value: string) => Buffer.from(value).toString('base64')

/** A tus client that sends single requests, and single bytes if a test needs that. */
export const tusClient = (service: TestService, user: Person | null) => {
  const open = async (method: string, path: string, headers: Record<string, string>): Promise<ClientRequest> =>
    httpRequest(new URL(path, service.url), {
      method,
      agent: false,
      headers: { 'tus-resumable': TUS_VERSION, [IDENTITY_HEADER]: await service.as(user).token(), ...headers },
    })

  const responseTo = async (sent: ClientRequest): Promise<TusResponse> => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(response)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      code: body === '' ? undefined : (JSON.parse(body) as { code: string }).code,
    }
  }

  const request = async (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const sent = await open(method, path, headers)
    // The service may respond and close the connection before it has read all bytes.
    sent.on('error', () => {})
    sent.end(body)
    return responseTo(sent)
  }

  const bytesAt = (offset: number) => ({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })

  return {
    request,
    responseTo,
    create: (size: number, { name = 'episode.mp3', type = 'audio/mpeg', headers = {} } = {}, body?: Buffer) => {
      const metadata = `filename ${base64(name)},filetype ${base64(type)}`
      const declared = { 'upload-length': String(size), 'upload-metadata': metadata, ...headers }
      return request('POST', CreateUpload.path, declared, body)
    },
    /** Begins an upload and returns its path. */
    async begin(size: number) {
      const { status, headers, code } = await this.create(size)
      if (status !== 201) throw new Error(`${status} ${code}`)
      return String(headers.location)
    },
    offset: async (path: string) => Number((await request('HEAD', path)).headers['upload-offset']),
    send: (path: string, offset: number, bytes: Buffer) => request('PATCH', path, bytesAt(offset), bytes),
    /** Opens a PATCH request whose bytes the test writes. */
    openPatch: (path: string, offset: number, length: number) =>
      open('PATCH', path, { ...bytesAt(offset), 'content-length': String(length) }),
  }
}

export const idIn = (path: string) => path.split('/').at(-1) ?? ''
