import { AccountExport } from '@griot/contracts/account'
import { PictureOfAccount, ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account-part'
import { askService } from '@griot/service-kit/ask-service'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { unavailable } from '@griot/service-kit/errors'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import { z } from 'zod'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Session } from '../auth/sessions.ts'
import type { GatewayConfig } from '../config.ts'
import type { ServiceName } from '../routes.ts'
import { forgetAccount, noteRemoved, readAccount, takeDeletions } from './account.queries.ts'
import { type ExportedPicture, exportText } from './export-text.ts'

export interface AccountsOptions {
  db: Db
  log: Log
  tokenFor: IdentityTokens
  config: Pick<GatewayConfig, 'CATALOG_URL' | 'LISTENING_POINTS_URL' | 'MEDIA_URL'>
}

// Many files, or many years of listening.
const PATIENCE_MS = 30_000
const LOOK_MS = 15_000
/** After a try that failed. */
const AGAIN_MS = 60_000
const SERVICES: readonly ServiceName[] = ['catalog', 'media', 'listening-points']

const Facts = AccountExport.omit({ pictures: true })

/** Whole accounts, of which each service keeps a part. */
export const createAccounts = ({ db, log, tokenFor, config }: AccountsOptions) => {
  const urls: Record<ServiceName, string> = {
    catalog: config.CATALOG_URL,
    'listening-points': config.LISTENING_POINTS_URL,
    media: config.MEDIA_URL,
  }

  const partOf = async (service: ServiceName, token: string, requestId: string) => {
    const asked = { url: urls[service], token, requestId, timeoutMs: PATIENCE_MS }
    const part = await askService(asked, ReadAccountPart, {})
    // A service of the release before does not know the question yet; an export without its part would be a lie.
    if (part === undefined) throw unavailable('account')
    return part
  }

  async function* readPictures(rows: unknown[], token: string, requestId: string): AsyncGenerator<ExportedPicture> {
    for (const { kind, of, address } of z.array(PictureOfAccount).parse(rows)) {
      const response = await fetch(new URL(address, urls.catalog), {
        headers: { [IDENTITY_HEADER]: token, 'x-request-id': requestId },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      // An answer left unread keeps its connection busy.
      if (!response.ok) await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw unavailable('account')
      const type = response.headers.get('content-type') ?? ''
      yield { kind, of, type, bytes: response.ok ? response.body : null }
    }
  }

  /** In the person's name, though they are signed out: they have asked for it. */
  const removeIn = async (service: ServiceName, userId: string) => {
    const user = { id: userId, email: '', firstName: '', lastName: '', roles: [] }
    const token = await tokenFor({ key: `deletion of ${userId}`, user })
    const done = await askService({ url: urls[service], token, timeoutMs: PATIENCE_MS }, RemoveAccountPart, {})
    if (done === undefined) throw unavailable('account')
    await noteRemoved(db, userId, service)
    log.info({ userId, service }, 'account removed')
  }

  /** Goes on with what has been asked for; what fails is tried again later. Any number of copies may do this. */
  const finishDeletions = async () => {
    for (const { userId, leftToDo } of await takeDeletions(db, AGAIN_MS)) {
      for (const service of leftToDo) {
        await removeIn(service, userId).catch((error: unknown) =>
          log.warn({ err: error, userId, service }, 'account removal waits'),
        )
      }
    }
  }
  const look = () => {
    finishDeletions().catch((error: unknown) => log.warn({ err: error }, 'account removals wait'))
  }
  const looking = setInterval(look, LOOK_MS)
  looking.unref()

  return {
    finishDeletions,

    /** As text, in pieces. What fails in the middle of it breaks it off. */
    async exportAll({ user }: Session, token: string, requestId: string) {
      const [account, catalog, listening, media] = await Promise.all([
        readAccount(db, user.id),
        partOf('catalog', token, requestId),
        partOf('listening-points', token, requestId),
        partOf('media', token, requestId),
      ])
      const { pictures = [], ...publishing } = catalog
      const facts = { exportedAt: new Date().toISOString(), account, catalog: publishing, listening, media }
      return exportText(Facts.parse(facts), readPictures(pictures, token, requestId))
    },

    /** From here on the person is nobody here; the services follow, also after a crash. */
    async remove({ user }: Session) {
      await inTransaction(db, (tx) => forgetAccount(tx, user.id, SERVICES))
      log.info({ userId: user.id }, 'account deleted')
      look()
    },

    close: () => clearInterval(looking),
  }
}
export type Accounts = ReturnType<typeof createAccounts>
