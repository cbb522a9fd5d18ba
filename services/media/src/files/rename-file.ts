import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import { cleanName } from '../uploads/original-name.ts'
import { writeName } from './files.queries.ts'
import { lockOwnFile, ownFile } from './own-file.ts'

/** Gives a file another name, made safe to show as the one it was uploaded with. */
export const renameFile = (db: Db, caller: Caller, id: string, originalName: string) =>
  inTransaction(db, async (tx) => {
    await lockOwnFile(tx, caller, id)
    await writeName(tx, id, cleanName(originalName))
    return (await ownFile(tx, caller, id)).shown
  })
