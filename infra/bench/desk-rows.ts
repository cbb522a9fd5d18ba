import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { idOf, numbered } from './statements.ts'
import { anyWords, createWords } from './words.ts'

export interface DeskSizes {
  /** Users, shows, reports, entries of the audit log, tips, stored files and listening sessions: of each this many. */
  rows: number
  /** Those of the stored files that the queue lists. */
  queued: number
  /** Those of the tips that one creator received. */
  tips: number
}

export const ADMIN = idOf('user', 1)
/** A creator with many tips and files. */
export const CREATOR = idOf('user', 2)

// Of several thousand creators.
const CREATORS = 5_000
const creator = (number: string) => numbered('user', `2 + (${number}) % ${CREATORS}`)

type Insert = readonly [table: string, statement: string]

const people = ({ rows }: DeskSizes): Insert[] => [
  [
    'gateway.user_account',
    `insert into gateway.user_account (id, issuer, subject, email, email_is_verified, first_name, last_name, created_at,
        signed_in_at, active_at, blocked_at, blocked_reason)
      select ${numbered('user', 'n')}, 'bench', n, first || '.' || last || n || '@' || host, true,
        -- Every fifth first name has accents.
        initcap(case when n % 5 = 0 then translate(first, 'oe', 'ọẹ') else first end), initcap(last),
        now() - n * interval '30 seconds', now() - n * interval '30 seconds', now() - random() * n * interval '30 seconds',
        case when n % 500 = 0 then now() end, case when n % 500 = 0 then 'Spam' end
      from (
        select n, ${anyWords(1)} as first, ${anyWords(1)} as last,
          (array['mail.example', 'post.example', 'example.org'])[1 + n % 3] as host
        from generate_series(3, ${rows}) n
      ) person`,
  ],
]

const shows = ({ rows }: DeskSizes): Insert[] => [
  [
    'catalog.podcast',
    `insert into catalog.podcast (id, host_id, title, host_name, description, category, search_text, created_at,
        hidden_at, hidden_reason, featured_at)
      select ${numbered('podcast', 'n')}, ${creator('n')}, title, host_name, description, 'culture',
        ' ' || title || ' ' || host_name || ' ' || description, now() - n * interval '40 seconds',
        case when n % 400 = 0 then now() end, case when n % 400 = 0 then 'Copied' end,
        case when n % 20000 = 1 then now() end
      from (
        select n, ${anyWords(3)} as title, ${anyWords(2)} as host_name, ${anyWords(8)} as description
        from generate_series(1, ${rows}) n
      ) show`,
  ],
  [
    'catalog.podcast_popularity',
    `insert into catalog.podcast_popularity (podcast_id, created_at) select id, created_at from catalog.podcast`,
  ],
  [
    'catalog.episode',
    // Every tenth show has no episode, every fifth only a draft.
    `insert into catalog.episode (id, podcast_id, host_id, title, description, episode_number, typed_seconds,
        measured_seconds, audio_file_id, search_text, status, first_published_at, podcast_hidden)
      select ${numbered('episode', 'n')}, ${numbered('podcast', 'n')}, ${creator('n')}, title, title, 1, 600, 600,
        ${numbered('file', 'n')}, ' ' || title, case when n % 5 = 1 then 'draft' else 'published' end, now(), n % 400 = 0
      from (select n, ${anyWords(4)} as title from generate_series(1, ${rows}) n where n % 10 > 0) episode`,
  ],
]

const reports = ({ rows }: DeskSizes): Insert[] => [
  [
    'catalog.report',
    // A hundredth of the subjects has most of the reports.
    `insert into catalog.report (reporter_id, subject_kind, subject_id, reason, text, state, created_at, decision, decided_at)
      select ${numbered('user', 'n')}, kind,
        case kind when 'podcast' then ${numbered('podcast', 'subject')} else ${numbered('episode', 'subject')} end,
        (array['spam', 'hate', 'violence', 'copyright', 'misleading', 'sexual', 'other'])[1 + n % 7], text,
        case when n % 20 > 1 then 'decided' when n % 20 = 1 then 'assigned' else 'open' end,
        now() - n * interval '30 seconds', case when n % 20 > 1 then 'dismissed' end, case when n % 20 > 1 then now() end
      from (
        select n, ${anyWords(6)} as text, case when n % 3 = 0 then 'podcast' else 'episode' end as kind,
          1 + floor(${rows} * power(random(), 4))::int as subject
        from generate_series(1, ${rows}) n
      ) report`,
  ],
]

/** Most changes are made in catalog. */
const SHARES = { catalog: 0.7, gateway: 0.1, listening_points: 0.1, media: 0.1 }

const auditLog = ({ rows }: DeskSizes): Insert[] =>
  Object.entries(SHARES).map(([schema, share]) => [
    `${schema}.audit_entry`,
    `insert into ${schema}.audit_entry (created_at, actor_id, actor_name, action, subject_kind, subject_id, subject_name,
        concerns_id, reason)
      select date_trunc('milliseconds', now() - n / ${share} * interval '30 seconds'), ${numbered('user', '1 + n % 200')}, actor,
        (array['podcast.hidden', 'podcast.restored', 'report.decided', 'member.invited', 'file.removed'])[1 + n % 5],
        'podcast', ${numbered('podcast', 'n')}::text, subject, ${creator('n')}, reason
      from (
        select n, initcap(${anyWords(2)}) as actor, ${anyWords(3)} as subject, ${anyWords(6)} as reason
        from generate_series(1, ${Math.round(rows * share)}) n
      ) change`,
  ])

const points = ({ rows, tips }: DeskSizes): Insert[] => [
  [
    'listening_points.tip',
    // The creator has 50 episodes and tips of two years.
    `insert into listening_points.tip (id, sender_id, receiver_id, podcast_id, episode_id, amount_cents, points_earned,
        status, day, created_at)
      select gen_random_uuid(), ${numbered('user', '100000 + n')}, receiver, ${numbered('podcast', 'episode % 3')},
        case when n % 7 > 0 then ${numbered('episode', 'episode')} end, 100 + n % 900, 2,
        case when n % 4 = 0 then 'settled' else 'pledged' end, at::date, at
      from (
        select n, now() - random() * interval '2 years' as at, floor(random() * 50)::int as episode,
          case when n % ${Math.round(rows / tips)} = 0 then '${CREATOR}'::uuid else ${creator('1 + n')} end as receiver
        from generate_series(1, ${rows}) n
      ) sent`,
  ],
  [
    'listening_points.listening_session',
    // 200,000 of a million in the last two days.
    `insert into listening_points.listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds,
        left_seconds, started_at, counts_from, last_heard_at, check_at, start_points, points_earned, ended_at, ended_by, receipt)
      select ${numbered('user', `1 + n % ${Math.round(rows / 4)}`)}, ${numbered('episode', 'n')}, ${numbered('podcast', 'n')}, 'The Drum',
        600, 600, at, at, at, at, 0, 0, at, 'listener',
        '{"pointsEarned":0,"weeklyBonus":0,"creditedSeconds":0,"completed":false,"reasons":[]}'
      from (
        select n, now() - (${rows} - n) * interval '10 days' / ${rows} as at from generate_series(1, ${rows}) n
      ) session`,
  ],
]

// A file of the queue by its number: 60 % wait, 20 % have failed, 10 % were canceled, 5 % are ready since today.
const QUEUE_STATE = `(array['waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting',
  'waiting', 'waiting', 'retrying', 'failed', 'failed', 'failed', 'failed', 'cancelled', 'cancelled', 'ready', 'active'])[1 + n % 20]`

const queue = ({ rows, queued }: DeskSizes): Insert[] => [
  [
    'media.media_file',
    `insert into media.media_file (id, owner_id, owner_name, original_name, mime_type, size_bytes, sha256, object_key, status,
        failure, duration_seconds, format, codec, created_at, updated_at)
      select ${numbered('file', 'n')}, ${creator('n')}, owner, name, 'audio/mpeg', 1000000 + n, sha256(n::text::bytea), n::text,
        status, case status when 'failed' then 'The file is damaged.' end, case status when 'ready' then 60 end,
        case status when 'ready' then 'mp3' end, case status when 'ready' then 'mp3' end, at, at
      from (
        select n, initcap(${anyWords(2)}) as owner, ${anyWords(1)} || '_' || ${anyWords(1)} || '_' || n || '.mp3' as name,
          now() - n * interval '3 seconds' as at,
          case when n > ${queued} then 'ready'
            else case ${QUEUE_STATE} when 'failed' then 'failed' when 'cancelled' then 'failed' when 'ready' then 'ready' else 'processing' end
          end as status
        from generate_series(1, ${rows}) n
      ) file`,
  ],
  [
    'media.queue_entry',
    `insert into media.queue_entry (media_file_id, owner_id, created_at, size_bytes, search_text, task, state, is_permanent, since)
      select id, owner_id, created_at, size_bytes, lower(original_name || ' ' || owner_name), 'check',
        case when n > ${queued} then 'ready' else ${QUEUE_STATE} end, n <= ${queued} and status = 'failed' and n % 20 = 12,
        case when n > ${queued} then created_at - interval '2 days' else now() end
      from media.media_file, lateral (select object_key::int as n) number`,
  ],
  [
    'media.media_step',
    `insert into media.media_step (media_file_id, revision, kind, attempt, at)
      select media_file_id, 1, kind, case kind when 'received' then null else 1 end, q.since - place * interval '1 second'
      from media.queue_entry q, lateral (values
        ('received', 2), (case state when 'waiting' then 'queued' else 'started' end, 1),
        (case state when 'waiting' then null when 'active' then null when 'retrying' then 'interrupted' else state end, 0)
      ) step (kind, place)
      where kind is not null and (q.since > now() - interval '1 day')
      order by q.media_file_id, place desc`,
  ],
  [
    'media.media_worker',
    // A worker counts as running for the time of the measurement.
    `insert into media.media_worker (id, host, pid, started_at, seen_at)
      values (gen_random_uuid(), 'worker', 1, now(), now() + interval '1 hour')`,
  ],
]

/** Writes the rows without the services, at most two parts at a time. */
export const fillDesk = async (url: string, sizes: DeskSizes) => {
  const halves = [
    [shows, reports],
    [people, auditLog, points, queue],
  ]
  await Promise.all(
    halves.map((parts) =>
      fill(
        url,
        parts.flatMap((part) => part(sizes)),
      ),
    ),
  )
  await withClient(url, (client) => client.query('vacuum analyze'))
}

const fill = (url: string, inserts: readonly Insert[]) =>
  withClient(url, async (client) => {
    // Triggers and foreign keys are not checked.
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await createWords(client)
    for (const [table, statement] of inserts) {
      process.stdout.write(`  filling ${table}\n`)
      await withoutIndexes(client, table, () => client.query(statement))
    }
  })

/** Drops the indexes of a table meanwhile, except those of constraints: building them afterwards is faster. */
const withoutIndexes = async (client: pg.Client, table: string, work: () => Promise<unknown>) => {
  const { rows } = await client.query<{ index: string; definition: string }>(
    `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass
       and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { index } of rows) await client.query(`drop index ${index}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
