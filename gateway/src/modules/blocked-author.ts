import { type Sql, sql } from '@griot/service-kit/db/db'

/**
 * Whether a blocked user has made a row of the registry. `author` is the name of a `Caller`: "admin" or "member" with the id
 * of the user. Other names, such as those of CI jobs, contain no user.
 */
export const isByBlockedUser = (author: Sql) => sql`
  exists (
    select from user_account where blocked_at is not null
      and user_account.id = substring(${author} from '^(?:admin|member) ([0-9a-f-]{36})$')::uuid
  )
`
