import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { AccountExport, DeleteAccount, ExportAccount } from '@griot/contracts/account'
import { PictureOfAccount, ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { inTransaction } from '@griot/service-kit/db/db'
import { callService } from '@griot/service-kit/http/call-service'
import { unauthenticated, unavailable } from '@griot/service-kit/http/errors'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { requireFreshSignIn } from '../auth/fresh-sign-in.ts'
import { serviceUrls } from '../config.ts'
import type { Context, Handlers, Session } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import { readJsonBody } from '../http/read-body.ts'
import type { ServiceName } from '../routes.ts'
import type { Shared } from '../shared.ts'
import { deleteAccount, markRemoved, readAccount, takeDeletions } from './account.queries.ts'

// An account may hold many files or years of listening.
const TIMEOUT_MS = 30_000
const POLL_MS = 15_000
const RETRY_MS = 60_000

const Facts = AccountExport.omit({ pictures: true })

interface Picture extends Pick<AccountExport['pictures'][number], 'kind' | 'of'> {
  type: string
  /** Null if the picture was removed in the meantime. */
  bytes: AsyncIterable<Uint8Array> | null
}

/** Exports and deletes whole accounts, of which each service stores a part. */
export const createAccounts = ({ db, log, tokenFor, config, sessions, findSession, count }: Shared) => {
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
  const exportJson = async (session: Session, requestId: string) => {
    const token = await tokenFor(session)
    const [account, catalog, listening, media] = await Promise.all([
      readAccount(db, session.user.id),
      readPart('catalog', token, requestId),
      readPart('listening-points', token, requestId),
      readPart('media', token, requestId),
    ])
    const { pictures = [], ...publishing } = catalog
    const facts = { exportedAt: new Date().toISOString(), account, catalog: publishing, listening, media }
    return writeExport(Facts.parse(facts), readPictures(pictures, session, requestId))
  }

  /** Calls the service in the name of the user, who has requested the deletion but has no session any more. */
  const removeFrom = async (service: ServiceName, userId: string) => {
    const user = { id: userId, email: '', firstName: '', lastName: '', roles: [] }
    const token = await tokenFor({ key: `deletion of ${userId}`, user, isFresh: true })
    const removed = await callService({ url: urls[service], token, timeoutMs: TIMEOUT_MS }, RemoveAccountPart, {})
    if (removed === undefined) throw unavailable('account')
    await markRemoved(db, userId, service)
    log.info({ userId, service }, 'account part removed')
  }

  /** Continues pending deletions and retries failed ones later. Any number of instances may run this. */
  const finishDeletions = async () => {
    for (const { userId, leftToDo } of await takeDeletions(db, RETRY_MS)) {
      for (const service of leftToDo) {
        await removeFrom(service, userId).catch((error: unknown) =>
          log.warn({ err: error, userId, service }, 'account removal failed, will retry'),
        )
      }
    }
  }
  const poll = () => {
    finishDeletions().catch((error: unknown) => log.warn({ err: error }, 'account removals failed, will retry'))
  }
  const polling = setInterval(poll, POLL_MS)
  polling.unref()

  const requireSession = async (context: Context, method: string) => {
    requireMethod(context, method)
    requireOwnPage(context)
    const session = await findSession(context)
    if (session === null) throw unauthenticated()
    await count(context, 'rare')
    context.set('cache-control', 'no-store')
    return session
  }

  const routes: Handlers = {
    [ExportAccount.path]: async (context) => {
      const session = await requireSession(context, ExportAccount.method)
      const json = await exportJson(session, context.state.requestId)
      context.set('content-disposition', 'attachment; filename="my-account.json"')
      context.type = 'application/json; charset=utf-8'
      context.body = Readable.from(json)
    },

    /** Deletes the account here in one transaction. The services follow, also after a crash. */
    [DeleteAccount.path]: async (context) => {
      const session = await requireSession(context, DeleteAccount.method)
      requireFreshSignIn(session)
      const { user } = session
      await readJsonBody(context.req, DeleteAccount.body)
      await inTransaction(db, (tx) => deleteAccount(tx, user.id))
      log.info({ userId: user.id }, 'account deleted')
      poll()
      // The row was deleted with the account; this also removes the session from the cache.
      await sessions.end(context)
      context.status = 202
      context.body = { deletedAt: new Date().toISOString() }
    },
  }

  return { routes, finishDeletions, close: () => clearInterval(polling) }
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
