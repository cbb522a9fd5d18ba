import { NoticeSent } from '@griot/contracts/events'
import { sql, type Tx } from '@griot/service-kit/db/db'
import { publish } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'

const TITLE = 'A recording needs another file'
// An import of many damaged files is one notice.
const SEVERAL = {
  key: 'permanent-failure',
  title: '{count} recordings need another file',
  text: 'We could not process {count} recordings. A retry cannot help. Please replace the files.',
  link: '/upload?tab=library',
}
// The name is shortened, because a notice is a few lines.
const MAX_NAME = 80

/** Notifies the owner once: a permanent failure cannot be retried, so the same work does not fail again. */
export const noticePermanentFailure = async (tx: Tx, mediaFileId: string, sentence: string) => {
  const { userId, name, toReplace } = await tx.one(
    z.object({ userId: z.string(), name: z.string(), toReplace: z.string() }),
    sql`
      select owner_id as "userId", left(original_name, ${MAX_NAME}::int) as name, coalesce(replaces, id) as "toReplace"
      from media_file where id = ${mediaFileId}
    `,
  )
  const text = `We could not process “${name}”. ${sentence} A retry cannot help. Please replace the file.`
  const link = `/upload?tab=library&replace=${toReplace}`
  await publish(tx, NoticeSent, { userId, title: TITLE, text, link, merge: SEVERAL })
}
