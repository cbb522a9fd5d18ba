import { StringDecoder } from 'node:string_decoder'
import { AccountExport } from '@griot/contracts/account'
import { SERVICES, type ServiceName, serviceUrls } from '@griot/contracts/services'
import { PictureOfAccount, ReadAccountPart } from '@griot/service-kit/account/account-part'
import { callService } from '@griot/service-kit/http/call-service'
import { unavailable } from '@griot/service-kit/http/errors'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import type { Session } from '../http/context.ts'
import type { Shared } from '../shared.ts'
import { readAccount } from './account.queries.ts'

// An account may hold many files or years of listening.
const TIMEOUT_MS = 30_000

const Facts = AccountExport.omit({ pictures: true })

interface Picture extends Pick<AccountExport['pictures'][number], 'kind' | 'of'> {
  type: string
  /** Null if the picture was removed in the meantime. */
  bytes: AsyncIterable<Uint8Array> | null
}

/** Reads accounts, of which each service stores a part. */
export const createExport = ({ db, tokenFor, config }: Pick<Shared, 'db' | 'tokenFor' | 'config'>) => {
  const urls = serviceUrls(config)

  const readPart = async (service: ServiceName, token: string, requestId: string) => {
    const target = { url: urls[service], token, requestId, timeoutMs: TIMEOUT_MS }
    const part = await callService(target, ReadAccountPart, {})
    // The previous release of a service may not have this endpoint. An export without its part would be incomplete.
    if (part === undefined) throw unavailable('account')
    return part
  }

  async function* readPictures(rows: unknown[], session: Session, requestId: string): AsyncGenerator<Picture> {
    for (const { kind, of, address } of z.array(PictureOfAccount).parse(rows)) {
      const response = await fetch(new URL(address, urls.catalog), {
        // A download may take longer than a token is valid.
        headers: { [IDENTITY_HEADER]: await tokenFor(session), 'x-request-id': requestId },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // An unread body would keep its connection busy.
      if (!response.ok) await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw unavailable('account')
      const type = response.headers.get('content-type') ?? ''
      yield { kind, of, type, bytes: response.ok ? response.body : null }
    }
  }

  /** The whole account as chunks of JSON. A failure while it is read throws from the iterator. */
  return async (session: Session, requestId: string) => {
    const token = await tokenFor(session)
    const readPartOf = async (service: ServiceName) => [service, await readPart(service, token, requestId)] as const
    const [account, parts] = await Promise.all([
      readAccount(db, session.user.id),
      Promise.all(SERVICES.map(readPartOf)),
    ])
    const { catalog = {}, 'listening-points': listening, ...others } = Object.fromEntries(parts)
    const { pictures = [], ...publishing } = catalog
    const facts = { exportedAt: new Date().toISOString(), account, catalog: publishing, listening, ...others }
    return writeExport({ ...Facts.parse(facts), ...others }, readPictures(pictures, session, requestId))
  }
}

/** Writes the export as JSON. Pictures are much larger than the rest, so no picture is held in memory as a whole. */
async function* writeExport(facts: z.output<typeof Facts>, pictures: AsyncIterable<Picture>): AsyncGenerator<string> {
  // Without the closing brace: one more field follows.
  yield JSON.stringify(facts, null, 2).slice(0, -2)
  yield ',\n  "pictures": ['
  let separator = '\n'
  for await (const { kind, of, type, bytes } of pictures) {
    yield `${separator}    { "kind": ${JSON.stringify(kind)}, "of": ${JSON.stringify(of)}, "picture": `
    if (bytes === null) yield 'null'
    else {
      yield `"data:${type};base64,`
      yield* base64Of(bytes)
      yield '"'
    }
    yield ' }'
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

async function* base64Of(bytes: AsyncIterable<Uint8Array>) {
  // Base64 encodes three bytes at a time: the decoder keeps the remainder of a chunk for the next one.
  const decoder = new StringDecoder('base64')
  for await (const chunk of bytes) yield decoder.write(Buffer.from(chunk))
  yield decoder.end()
}
