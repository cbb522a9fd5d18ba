// What a number of monthly listeners asks of each part, from figures that the benches of this repository have measured.

/** CPU in ms and bytes as measured; where it stands is said in docs/sizing.md, which a test compares with this. */
const MEASURED = {
  // npm run bench: Node (gateway and service together) and PostgreSQL.
  session: { node: 0.554, postgres: 0.302 },
  heartbeat: { node: 0.18, postgres: 0.047 },
  read: { node: 0.171, postgres: 0.024 },
  // npm run bench:audio, 1 MiB ranges, as players ask.
  streamSecondsPerGigabyte: { send: 0.64, accel: 0.49 },
  uploadSecondsPerGigabyte: 5.17,
  // npm run bench:queue, a file of 60 seconds.
  workerMsPerFileMinute: 225,
  // npm run bench:rows: table and indexes, a row.
  entryBytes: 380,
  sessionBytes: 546,
  indexBytesPerEntry: 175,
} as const

/** What people do. Nobody has measured this: change it to what yours do. */
const HABITS = {
  sessionsPerMonth: 12,
  minutesPerSession: 25,
  readsPerSession: 15,
  entriesPerSession: 2.5,
  kilobitsPerSecond: 128,
  /** Of a day's sessions, those that begin in its busiest hour. */
  busiestHour: 0.1,
  heartbeatSeconds: 15,
  /** Creators for each thousand listeners, with an episode of 40 minutes (60 MB) a week each. */
  creatorsPerThousand: 2,
  episodeMegabytes: 60,
  renditionMegabytes: 38,
  episodeMinutes: 40,
  /** Of the audio, what the CDN has. The rest is asked of the bucket. */
  cdnHits: 0.95,
  /** Nothing is planned to be busier than this. */
  busy: 0.5,
} as const

const DAYS = 30.4

export const planFor = (listeners: number) => {
  const sessionsADay = (listeners * HABITS.sessionsPerMonth) / DAYS
  const starts = (sessionsADay * HABITS.busiestHour) / 3600
  const atOnce = starts * HABITS.minutesPerSession * 60
  const heartbeats = atOnce / HABITS.heartbeatSeconds
  const reads = starts * HABITS.readsPerSession
  const gigabytesASecond = (atOnce * HABITS.kilobitsPerSecond) / 8 / 1e6
  const cores = (of: 'node' | 'postgres') =>
    (starts * MEASURED.session[of] + heartbeats * MEASURED.heartbeat[of] + reads * MEASURED.read[of]) /
    1000 /
    HABITS.busy
  const episodesADay = ((listeners / 1000) * HABITS.creatorsPerThousand) / 7
  return {
    listeners,
    sessionsADay,
    starts,
    atOnce,
    heartbeats,
    reads,
    nodeCores: cores('node'),
    postgresCores: cores('postgres'),
    gigabitsASecond: gigabytesASecond * 8,
    sendCores: (gigabytesASecond * MEASURED.streamSecondsPerGigabyte.send) / HABITS.busy,
    originGigabitsASecond: gigabytesASecond * 8 * (1 - HABITS.cdnHits),
    entriesADay: sessionsADay * HABITS.entriesPerSession,
    ledgerGigabytesAYear: (sessionsADay * HABITS.entriesPerSession * 365 * MEASURED.entryBytes) / 1e9,
    sessionGigabytesAYear: (sessionsADay * 365 * MEASURED.sessionBytes) / 1e9,
    ledgerIndexGigabytesAYear: (sessionsADay * HABITS.entriesPerSession * 365 * MEASURED.indexBytesPerEntry) / 1e9,
    episodesADay,
    audioTerabytesAYear: (episodesADay * 365 * (HABITS.episodeMegabytes + HABITS.renditionMegabytes)) / 1e6,
    workerCores: (episodesADay * HABITS.episodeMinutes * MEASURED.workerMsPerFileMinute) / 1000 / 86_400 / HABITS.busy,
    uploadCores:
      ((episodesADay * HABITS.busiestHour * HABITS.episodeMegabytes) / 1000 / 3600) *
      (MEASURED.uploadSecondsPerGigabyte / HABITS.busy),
  }
}

type Plan = ReturnType<typeof planFor>

/** Two digits that count, in words that people write numbers in. */
const about = (value: number): string => {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))))
  const rounded = digits > 0 ? Number(value.toFixed(Math.min(digits, 5))) : Number(value.toPrecision(2))
  return rounded.toLocaleString('en', { maximumFractionDigits: 5 })
}

const ROWS: [string, (plan: Plan) => number][] = [
  ['sessions a day', (plan) => plan.sessionsADay],
  ['sessions that begin, and that end, a second', (plan) => plan.starts],
  ['listening at once', (plan) => plan.atOnce],
  ['heartbeats a second', (plan) => plan.heartbeats],
  ['other calls a second', (plan) => plan.reads],
  ['cores for gateway and services', (plan) => plan.nodeCores],
  ['cores for PostgreSQL', (plan) => plan.postgresCores],
  ['audio, Gbit a second', (plan) => plan.gigabitsASecond],
  ['cores if gateways send it (`send`)', (plan) => plan.sendCores],
  ['Gbit a second from the bucket, behind a CDN', (plan) => plan.originGigabitsASecond],
  ['ledger entries a day', (plan) => plan.entriesADay],
  ['ledger, GB a year', (plan) => plan.ledgerGigabytesAYear],
  ['of these, its indexes', (plan) => plan.ledgerIndexGigabytesAYear],
  ['sessions, GB a year', (plan) => plan.sessionGigabytesAYear],
  ['episodes uploaded a day', (plan) => plan.episodesADay],
  ['audio stored, TB a year', (plan) => plan.audioTerabytesAYear],
  ['cores for media workers, over the day', (plan) => plan.workerCores],
  ['cores for uploads', (plan) => plan.uploadCores],
]

const SIZES = [10_000, 1_000_000, 50_000_000]

/** The plan as docs/sizing.md has it. */
export const planTable = (): string => {
  const plans = SIZES.map(planFor)
  const cells = [
    ['in the busiest hour', ...SIZES.map((size) => `${size.toLocaleString('en')} a month`)],
    ...ROWS.map(([name, read]) => [name, ...plans.map((plan) => about(read(plan)))]),
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rows] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
