import { type Db, sql } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { shortHash } from '@griot/service-kit/short-hash'
import { z } from 'zod'
import { audibleFile } from './grant-stream.ts'

/** The waveform of a file, for whoever may hear it. A file that was measured before waveforms were has none. */
export const readPeaks = async (db: Db, caller: Caller | null, id: string) => {
  const file = await audibleFile(db, caller, id)
  const row = await db.maybeOne(
    z.object({ peaks: z.instanceof(Buffer) }),
    sql`select peaks from media_waveform where media_file_id = ${file.shown.id}`,
  )
  if (row === undefined) throw notFound('waveform')
  const etag = `"${shortHash(row.peaks)}"`
  return { bytes: row.peaks, etag }
}
