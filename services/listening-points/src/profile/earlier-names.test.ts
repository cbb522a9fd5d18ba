import { sql } from '@griot/service-kit/db/db'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { withEarlierRelease } from '../testing/earlier-release.ts'

it('migration 0011 lets the listener with the most points keep a duplicate name', () =>
  withEarlierRelease('0011', async (db, update) => {
    await db.run(sql`
      insert into listener (user_id, week, pledge_day, total_points, display_name)
      select gen_random_uuid(), '2026-03-02', '2026-03-02', points, name
      from (values (10, 'Ama Ata'), (30, 'ama  ata'), (20, 'ＡＭＡ ＡＴＡ'), (5, 'Kofi'), (7, null)) person (points, name)
    `)
    await update()

    const Row = z.object({ points: z.number(), name: z.string().nullable() })
    expect(
      await db.many(Row, sql`select total_points as points, display_name as name from listener order by total_points`),
    ).toEqual([
      { points: 5, name: 'Kofi' },
      { points: 7, name: null },
      { points: 10, name: null },
      { points: 20, name: null },
      { points: 30, name: 'ama  ata' },
    ])
  }))
