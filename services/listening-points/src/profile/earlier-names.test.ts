import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from '@griot/service-kit/db'
import { migrate } from '@griot/service-kit/migrate'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { expect, it } from 'vitest'
import { z } from 'zod'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SCHEMA = 'listening_points'

it('of people who had the same name before names were theirs alone, the one with the most points keeps it', async () => {
  const before = await mkdtemp(join(tmpdir(), 'griot-earlier-names-'))
  for (const file of (await readdir(MIGRATIONS)).filter((name) => name < '0011')) {
    await cp(join(MIGRATIONS, file), join(before, file))
  }
  const database = await createTestDatabase(SCHEMA, pathToFileURL(`${before}/`))
  try {
    await database.db.run(sql`
      insert into listener (user_id, week, pledge_day, total_points, display_name)
      select gen_random_uuid(), '2026-03-02', '2026-03-02', points, name
      from (values (10, 'Ama Ata'), (30, 'ama  ata'), (20, 'ＡＭＡ ＡＴＡ'), (5, 'Kofi'), (7, null)) person (points, name)
    `)
    await migrate({ url: database.migratorUrl, schema: SCHEMA, dir: MIGRATIONS })

    const Row = z.object({ points: z.number(), name: z.string().nullable() })
    expect(
      await database.db.many(
        Row,
        sql`select total_points as points, display_name as name from listener order by total_points`,
      ),
    ).toEqual([
      { points: 5, name: 'Kofi' },
      { points: 7, name: null },
      { points: 10, name: null },
      { points: 20, name: null },
      { points: 30, name: 'ama  ata' },
    ])
  } finally {
    await database.drop()
    await rm(before, { recursive: true, force: true })
  }
})
