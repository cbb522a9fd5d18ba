import type { Queryable, Tx } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import { findFile, lockFile } from './files.queries.ts'
import { fileNotFound, type StoredFile } from './media-file.ts'

const ownedBy = (caller: Caller, file: StoredFile | undefined) => {
  if (file === undefined || (file.ownerId !== caller.id && !caller.isAdmin)) throw fileNotFound()
  return file
}

/** The file, for its owner and for admins; to anyone else it does not exist. */
export const ownFile = async (db: Queryable, caller: Caller, id: string) => ownedBy(caller, await findFile(db, id))

/** As `ownFile`, and nobody else can delete, link or finish it until the transaction ends. */
export const lockOwnFile = async (tx: Tx, caller: Caller, id: string) => ownedBy(caller, await lockFile(tx, id))
