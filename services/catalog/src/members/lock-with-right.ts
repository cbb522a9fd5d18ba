import type { Right } from '@griot/contracts/catalog/roles'
import type { Tx } from '@griot/service-kit/db/db'
import { orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { requireRight } from './access.ts'
import { lockShow } from './members.queries.ts'

/** Locks the show for a change of its members. Throws 404 or 403 for a caller without the right. */
export const lockWithRight = async (tx: Tx, podcastId: string, caller: Caller, right: Right) => {
  // Before the lock, so that other users cannot hold it.
  await requireRight(tx, podcastId, caller, right)
  const show = orNotFound(await lockShow(tx, podcastId), 'podcast')
  // After the lock, because another owner may have changed the role of the caller meanwhile.
  await requireRight(tx, podcastId, caller, right)
  return show
}
