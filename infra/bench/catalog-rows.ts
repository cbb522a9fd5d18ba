import type pg from 'pg'
import { idOf, numbered } from './statements.ts'

const PODCASTS = 50
const DRAFTS = 5
const LONG_SECONDS = 600
/** Of an episode whose start earns points after one second: half of its length. */
export const SHORT_SECONDS = 2

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf('episode', from + index + 1))

export const LONG_EPISODES = ids(0, PODCASTS)
export const SHORT_EPISODES = ids(PODCASTS, 3 * PODCASTS)
/** Of all episodes. */
export const AUDIO_FILE = idOf('file', 1)
export const PODCAST = idOf('podcast', 1)

/** Podcasts of one host: 50 with one long and two short episodes each, and some that are not published. */
export const createCatalogRows = (client: pg.Client, host: string) =>
  client.query(`
    set search_path = catalog;
    insert into podcast (id, host_id, title, description, host_name, category, search_text)
      select ${numbered('podcast', 'n')}, '${host}', 'The Drum ' || n, repeat('Stories of the drum. ', 10), 'Nana', 'culture', ''
      from generate_series(1, ${PODCASTS + DRAFTS}) n;
    insert into podcast_popularity (podcast_id, created_at) select id, created_at from podcast;
    insert into episode (id, podcast_id, host_id, title, description, episode_number, typed_seconds, measured_seconds,
        audio_file_id, audio_sha256, search_text, status)
      select ${numbered('episode', 'n')}, ${numbered('podcast', `1 + n % ${PODCASTS}`)}, '${host}', 'Story ' || n, 'A story.', n,
        seconds, seconds, '${AUDIO_FILE}', sha256(n::text::bytea), '', 'published'
      from generate_series(1, ${3 * PODCASTS}) n,
        lateral (select case when n <= ${PODCASTS} then ${LONG_SECONDS} else ${SHORT_SECONDS} end as seconds) length;
    reset search_path;
  `)
