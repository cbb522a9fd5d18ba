import { withClient } from '../common/with-client.ts'

const TEST_CLOCK = `
  create table listening_points.drill_clock (shown timestamptz, since timestamptz, speed numeric);
  insert into listening_points.drill_clock values ('2026-03-04 12:00Z', clock_timestamp(), 1);
  create or replace function listening_points.wall_clock() returns timestamptz language sql volatile return (
    select date_trunc('milliseconds', shown + (clock_timestamp() - since) * speed::float) from listening_points.drill_clock
  );
`

/** Replaces `wall_clock()`, from which the points service reads the time, by a clock that tests advance. */
export const replacePointsClock = async (migratorUrl: string) => {
  await withClient(migratorUrl, (client) => client.query(TEST_CLOCK))
  return {
    /** Advances the clock by seconds. From then on, one real second is `speed` seconds of the clock. */
    advance: (seconds: number, speed = 1) =>
      withClient(migratorUrl, async (client) => {
        await client.query(
          `update listening_points.drill_clock set since = clock_timestamp(), speed = $2,
             shown = listening_points.wall_clock() + $1 * interval '1 second'`,
          [seconds, speed],
        )
      }),
  }
}
