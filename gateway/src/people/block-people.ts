import { type ServiceName, serviceUrls } from '@griot/contracts/services'
import { SetHostVisibility, StopUploads } from '@griot/service-kit/account/admin-calls'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { callService } from '@griot/service-kit/http/call-service'
import { conflict, orNotFound, unavailable } from '@griot/service-kit/http/errors'
import { nameOf } from '@griot/service-kit/identity/identity'
import { repeatUntilDone } from '../account/left-to-do.ts'
import type { LongRequests } from '../api/long-requests.ts'
import { isConfiguredAdmin } from '../auth/roles.ts'
import { deleteSessionsOf } from '../auth/sessions.queries.ts'
import type { Session } from '../http/context.ts'
import type { Shared } from '../shared.ts'
import { deliverBlock, lockAccount, readBlock, setBlock } from './block.queries.ts'

// A user may have many shows or unfinished uploads.
const TIMEOUT_MS = 30_000

// listening-points is not called: without a session no request credits points, and the reaper ends the open session.
const CALLED: readonly ServiceName[] = ['catalog', 'media']

interface Block {
  reason: string
  hidesShows: boolean
}

/** Blocks and releases users. Sessions end in the transaction; the services follow, also after a crash. */
export const createBlockPeople = (
  { db, log, config, tokenFor, sessions }: Pick<Shared, 'db' | 'log' | 'config' | 'tokenFor' | 'sessions'>,
  longRequests: Pick<LongRequests, 'end'>,
) => {
  const urls = serviceUrls(config)

  const deliveries = repeatUntilDone({
    ...{ db, log, table: 'block_delivery', what: 'block' },
    async deliver(service, userId) {
      const { isBlocked, hidesShows, version } = await readBlock(db, userId)
      const user = { id: userId, email: '', emailIsVerified: false, firstName: '', lastName: '', roles: [] }
      const token = await tokenFor({ key: `block of ${userId}`, user, isRecent: true })
      const target = { url: urls[service], token, timeoutMs: TIMEOUT_MS }
      const applied =
        service === 'media'
          ? !isBlocked || (await callService(target, StopUploads, {}))
          : await callService(target, SetHostVisibility, {
              params: { id: userId },
              body: { isHidden: isBlocked && hidesShows, version },
            })
      // The previous release of a service does not have this endpoint.
      if (applied === undefined) throw unavailable('account')
      return sql`version = ${version}`
    },
  })

  /** Changes nothing if the user is in this state already. */
  const change = async (admin: Session['user'], userId: string, block: Block | null, reason: string) => {
    const { account, ended } = await inTransaction(db, async (tx) => {
      const found = orNotFound(await lockAccount(tx, userId), 'user')
      if (block !== null && userId === admin.id) throw conflict('user.is_caller', 'You cannot block yourself.')
      if (block !== null && isConfiguredAdmin(found, config)) {
        throw conflict(
          'user.is_admin',
          'The configuration makes this user an admin. Remove the address from ADMIN_EMAILS first.',
        )
      }
      if ((found.blockedAt !== null) === (block !== null)) return { account: found, ended: [] }
      const account = await setBlock(tx, userId, block)
      const ended = block === null ? [] : await deleteSessionsOf(tx, userId, null)
      await deliverBlock(tx, userId, CALLED)
      const caller = { ...admin, isAdmin: true }
      await recordAudit(tx, caller, {
        action: block === null ? 'person.unblocked' : 'person.blocked',
        subject: { kind: 'person', id: userId, name: nameOf(found) },
        reason,
        ...(block !== null && { details: { shows: block.hidesShows ? 'hide' : 'keep' } }),
      })
      return { account, ended }
    })
    sessions.forget(ended)
    if (block !== null) longRequests.end(userId)
    deliveries.poll()
    log.info({ userId, adminId: admin.id }, block === null ? 'user released' : 'user blocked')
    const { id, blockedAt, blockedReason, hidesShows } = account
    return { id, blockedAt, blockedReason, hidesShows }
  }

  return {
    block: (admin: Session['user'], userId: string, block: Block) => change(admin, userId, block, block.reason),
    unblock: (admin: Session['user'], userId: string, reason: string) => change(admin, userId, null, reason),
    finish: deliveries.finish,
    close: deliveries.close,
  }
}
export type BlockPeople = ReturnType<typeof createBlockPeople>
