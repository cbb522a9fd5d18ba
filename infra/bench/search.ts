import { performance } from 'node:perf_hooks'
import { CATEGORIES } from '@griot/contracts/catalog/podcasts'
import { SearchCatalog } from '@griot/contracts/catalog/search'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { buildProcesses } from '../build/build.ts'
import { withClient } from '../common/with-client.ts'
import { openHarness, UNREACHABLE } from '../testing/open-harness.ts'
import { programOf } from '../testing/start-process.ts'
import { median } from '../testing/statistics.ts'
import { createClient } from './load.ts'
import { machine, table } from './report.ts'
import { anyWords, createWords, WORDS } from './words.ts'

const EPISODES_PER_PODCAST = 20
const COMMON_WORDS = 20
const WARM_UP = 50
const SEARCHES = 400
const ROUNDS = 3
const LIMIT_MS = 50

const word = (number: number) => WORDS[number] ?? ''
const any = (count: number) => Math.floor(Math.random() * count)
const mistyped = (text: string) => {
  const at = 1 + any(text.length - 1)
  return `${text.slice(0, at)}x${text.slice(at + 1)}`
}

/** One search of each kind: rare, common, any, the start of a word, in a category, with typing errors. */
const SEARCH_KINDS: (() => string)[] = [
  () => `${word(COMMON_WORDS + any(WORDS.length - COMMON_WORDS))} ${word(any(COMMON_WORDS))}`,
  () => `${word(any(COMMON_WORDS))} ${word(any(COMMON_WORDS))}`,
  () => word(any(WORDS.length)),
  () => word(any(WORDS.length)).slice(0, 4),
  () => `${CATEGORIES[any(CATEGORIES.length)]} ${word(any(WORDS.length))}`,
  () => mistyped(`${word(any(WORDS.length))} ${word(any(WORDS.length))}`),
]

interface SearchTimes {
  podcasts: number
  /** Milliseconds. */
  p50: number
  p95: number
}

/** Times of single searches in the built catalog service, for each number of podcasts. */
export const benchSearch = async (sizes: readonly number[]): Promise<SearchTimes[]> => {
  await buildProcesses()
  const harness = await openHarness(['catalog'], { shared_buffers: '1GB' })
  try {
    const services = []
    for (const podcasts of sizes) {
      process.stdout.write(`  filling a database with ${podcasts} podcasts\n`)
      const urls = await harness.createDatabase(`podcasts_${podcasts}`)
      await fill(urls.admin, podcasts)
      const { url } = await harness.start(programOf('services/catalog', { isBuilt: true }), {
        DATABASE_URL: urls.catalog,
        IDENTITY_PUBLIC_KEY: harness.keys.IDENTITY_PUBLIC_KEY,
        MEDIA_URL: UNREACHABLE,
        OBJECTS_DIR: harness.dataDir,
        NODE_ENV: 'development',
      })
      services.push({ podcasts, client: createClient(url, 1), rounds: [] as Omit<SearchTimes, 'podcasts'>[] })
    }
    const headers = {
      [IDENTITY_HEADER]: await harness.sign({}, '1h'),
      // Bypasses the cache: some searches are repeated.
      [READ_YOUR_WRITES_HEADER]: '0',
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { client, rounds } of services) {
        const times: number[] = []
        for (let index = 0; index < WARM_UP + SEARCHES; index += 1) {
          const text = SEARCH_KINDS[index % SEARCH_KINDS.length]?.() ?? ''
          const sentAt = performance.now()
          await client.send({ method: 'GET', path: `${SearchCatalog.path}?q=${encodeURIComponent(text)}`, headers })
          times.push(performance.now() - sentAt)
        }
        const sorted = times.slice(WARM_UP).sort((a, b) => a - b)
        rounds.push({ p50: median(sorted), p95: sorted[Math.floor(SEARCHES * 0.95)] ?? Number.NaN })
      }
    }
    await Promise.all(services.map(({ client }) => client.close()))
    return services.map(({ podcasts, rounds }) => ({
      podcasts,
      p50: median(rounds.map(({ p50 }) => p50)),
      p95: median(rounds.map(({ p95 }) => p95)),
    }))
  } finally {
    await harness.close()
  }
}

/** Podcasts with playable episodes, written without the service. Words have different frequencies, as in a language. */
const fill = (url: string, podcasts: number) =>
  withClient(url, async (client) => {
    await createWords(client)
    await client.query('set search_path = catalog, public')
    await client.query(
      `with given as (select $1::text[] as categories),
        about as (
          select n, ${anyWords(3)} as title, ${anyWords(2)} as host_name, ${anyWords(30)} as description,
            categories[1 + n % cardinality(categories)] as category
          from given, generate_series(1, $2) n
        )
      insert into podcast (host_id, title, host_name, description, category, search_text)
        select gen_random_uuid(), title, host_name, description, category,
          ' ' || title || ' ' || host_name || ' ' || description
        from about`,
      [CATEGORIES, podcasts],
    )
    await client.query(
      `with about as (select p.id, p.host_id, m, ${anyWords(4)} as title, ${anyWords(40)} as description
          from podcast p, generate_series(1, $1) m)
       insert into episode (podcast_id, host_id, title, description, episode_number, typed_seconds, measured_seconds,
           audio_file_id, search_text, first_published_at)
         select id, host_id, title, description, m, 600, 600, gen_random_uuid(), ' ' || title, now() from about`,
      [EPISODES_PER_PODCAST],
    )
    await client.query('vacuum analyze')
  })

/** The report. The exponent is 0 if the time does not depend on the number of podcasts, and 1 if it is proportional. */
export const writeSearch = (results: readonly SearchTimes[]) => {
  const [first, last] = [results[0], results.at(-1)]
  const growth =
    first && last && last !== first
      ? `\nThe p95 grows with the number of podcasts to the power of ${(Math.log(last.p95 / first.p95) / Math.log(last.podcasts / first.podcasts)).toFixed(2)}.\n`
      : ''
  return `# Last result of \`npm run bench -- --only search\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

Single searches in the catalog service, without its cache: rare, common, incomplete and mistyped words, phrases and
categories; ${EPISODES_PER_PODCAST} episodes per podcast; ${SEARCHES} searches, medians of ${ROUNDS} rounds. The limit of p95 is ${LIMIT_MS} ms.

${table(
  ['podcasts', 'episodes', 'p50 ms', 'p95 ms'],
  results.map(({ podcasts, p50, p95 }) => [
    podcasts.toLocaleString('en'),
    (podcasts * EPISODES_PER_PODCAST).toLocaleString('en'),
    p50.toFixed(1),
    p95.toFixed(1),
  ]),
)}
${growth}`
}
