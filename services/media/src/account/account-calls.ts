import { ListStoredBytes, mediaCallRoutes } from '@griot/service-kit/account/admin-calls'
import { type Db, sql } from '@griot/service-kit/db/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { abandonAllOf } from '../uploads/abandon-upload.ts'

/** Calls of the gateway for admins who look at users or block them. */
export const accountCalls = (parts: { db: Db; store: ObjectStore }) =>
  mediaCallRoutes({
    storedBytesOf: (userIds) =>
      parts.db.many(
        ListStoredBytes.response.element,
        sql`
          select owner_id as "userId", sum(size_bytes)::bigint as "storedBytes" from media_file
          where owner_id = any(${userIds}::uuid[]) and deleted_at is null
          group by owner_id
        `,
      ),
    stopUploads: (userId) => abandonAllOf(parts, userId),
  })
