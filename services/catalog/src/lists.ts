import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/db/cursor'
import { emptySql, joinSql, plannedForValues, type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

interface List<Row extends z.ZodType> {
  row: Row
  columns: Sql
  from: Sql
  /** Joined for the columns only. */
  joins?: Sql
  /** Conditions; a falsy one is ignored. */
  filter: (Sql | undefined | false | '')[]
  sortedBy: Sql[]
  /** Sorts equal rows. */
  id: Sql
  isAscending?: boolean
  /** The values of the sorting columns and the id. */
  position: z.ZodType<unknown[]>
  search?: Search | undefined
}

/** The condition of a hit. The scanned row is `r` with `id` and `text`. */
interface Search {
  /** The search text of a row. */
  text: Sql
  join?: Sql
  isHit: Sql
  /** Ids of all hits by index, including rows that the filter excludes; or the condition of a hit, if an index of the list finds it. */
  hits: Sql | { condition: Sql }
  /** Rows that the search scans before it uses the index. */
  scannedRows?: number
}

/** The position in a list that is sorted by time and id. */
export const TimePosition = z.tuple([Timestamp, Id])

/** Reads one page of a list. */
export const listPage = async <Row extends z.ZodType>(
  db: Queryable,
  list: List<Row>,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<z.output<Row>>> => {
  const { row, columns, from, joins = emptySql, id, isAscending = false, position, search } = list
  const sortedBy = [...list.sortedBy, id]
  const cursor = defineCursor(position)
  const after = cursor.read(page.cursor)
  const isAfter = after && sql`(${joinSql(sortedBy)}) ${isAscending ? sql`>` : sql`<`} (${joinSql(after)})`
  const conditions = [sql`true`, ...list.filter, isAfter].filter((condition) => !!condition)
  const filter = joinSql(conditions, ' and ')
  const order = joinSql(sortedBy.map((column) => sql`${column} ${isAscending ? sql`asc` : sql`desc`}`))
  const limit = page.limit + 1
  const found = search ? await searchFilter(db, search, { from, id, filter, order, limit }) : filter
  const rows = await db.many(
    z.looseObject({ position }),
    sql`
      select ${columns}, json_build_array(${joinSql(sortedBy)}) as position from ${from} ${joins}
      where ${found} order by ${order} limit ${limit}
    `,
  )
  const { items, next } = toPage(rows, page.limit, (last) => cursor.write(last.position))
  return { items: items.map((item) => row.parse(item)), next }
}

/**
 * Rows of the list that a search scans before it uses the index. A common word fills the page within them; a rare word
 * has few index hits. The planner alone chooses one strategy for all words.
 */
const SCANNED_ROWS = 500

const Scan = z.object({ scanned: z.number(), ids: z.array(Id) })

/** Returns the condition of the first `limit` rows that pass the filter and match the search. */
const searchFilter = async (
  db: Queryable,
  { text, join = emptySql, isHit, hits, scannedRows = SCANNED_ROWS }: Search,
  { from, id, filter, order, limit }: Record<'from' | 'id' | 'filter' | 'order', Sql> & { limit: number },
) => {
  const { scanned, ids } = await db.one(
    Scan,
    sql`
      with scan as materialized (
        select ${id} as id, ${text} as text, row_number() over (order by ${order}) as position
        from ${from} where ${filter} order by ${order} limit ${scannedRows}
      )
      select (select count(*) from scan) as scanned, array(
        select r.id from scan r ${join} where ${isHit} order by r.position limit ${limit}
      ) as ids
    `,
  )
  if (ids.length === limit || scanned < scannedRows) return sql`${id} = any(${ids}::uuid[])`
  const found =
    'condition' in hits
      ? // As a join, PostgreSQL may read the whole table for some thousand hits.
        sql`
          with hit as materialized (
            select ${id} as id, row_number() over (order by ${order}) as position from ${from}
            where ${filter} and ${hits.condition}
          )
          select id from hit order by position limit ${limit}
        `
      : sql`
          with hit as materialized (${hits})
          select ${id} as id from hit, ${from} where ${id} = hit.id and ${filter} order by ${order} limit ${limit}
        `
  const rows = await db.many(z.object({ id: Id }), plannedForValues(found))
  return sql`${id} = any(${rows.map((row) => row.id)}::uuid[])`
}
