import { type Queryable, type Sql, sql } from '@griot/service-kit/db'

/**
 * A condition that says what a join has said before: whose rows they are. A statement that is planned anew each time, as
 * behind a pooler, is then planned for the parts of these people, and not for all. One plan for everybody must not know them.
 */
export const ofThese = ({ mayPrepare }: Queryable, userId: Sql, people: readonly string[]): Sql =>
  mayPrepare ? sql`true` : sql`${userId} = any(${people}::uuid[])`
