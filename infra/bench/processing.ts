import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { GetQueueItem, PauseQueue, ResumeQueue } from '@griot/contracts/queue'
import { buildProcesses } from '../build/processes.ts'
import { processTargets } from '../build/targets.ts'
import { recordedSound } from '../drills/recorded-sound.ts'
import { ADMIN, openWorkerHouse, type WorkerHouse } from '../drills/worker-house.ts'
import { cpuOfFamily } from './cpu.ts'
import { machine, table } from './report.ts'

const MEDIA = 'services/media'
// One person has one file worked on at a time, so there are several.
const PEOPLE = 10
const SECONDS = 60
/** What a worker does at once. */
const AT_ONCE = 2

interface Side {
  wallSeconds: number
  cpuSeconds: number
}

export interface Processing {
  files: number
  queue: Side
  /** The same commands, started by xargs and by nothing else: before and after ours. */
  xargs: Side[]
}

/** Files through the queue against the same ffmpeg commands without one. */
export const benchProcessing = async (files: number): Promise<Processing> => {
  await buildProcesses(processTargets().filter(({ name }) => name.startsWith(MEDIA)))
  const house = await openWorkerHouse({ isBuilt: true, withRedis: false })
  try {
    await house.startService()
    const worker = await house.startWorker()
    const sound = await recordedSound(SECONDS)
    const people = Array.from({ length: PEOPLE }, () => randomUUID())
    const commands = await commandsFor(house, people[0] ?? '', sound)

    const before = await throughXargs(commands, sound, files)
    await house.call(ADMIN, 'POST', PauseQueue.path)
    for (let file = 0; file < files; file += 1) await house.upload(people[file % PEOPLE] ?? '', sound)
    // All of them are in the queue by then.
    await delay(3_000)
    const cpu = cpuOfFamily(worker.pid ?? 0)
    const began = Date.now()
    await house.call(ADMIN, 'POST', ResumeQueue.path)
    for (;;) {
      const { counts } = await house.queue(ADMIN)
      if (counts.failed > 0) throw new Error('a good file has failed')
      if (counts.waiting + counts.active + counts.retrying === 0) break
      await delay(100)
    }
    const queue = { wallSeconds: (Date.now() - began) / 1000, cpuSeconds: cpuOfFamily(worker.pid ?? 0) - cpu }
    return { files, queue, xargs: [before, await throughXargs(commands, sound, files)] }
  } finally {
    await house.close()
  }
}

/** What the worker runs for one file, as it says itself. */
const commandsFor = async (house: WorkerHouse, userId: string, sound: Buffer) => {
  const { id } = await house.upload(userId, sound)
  for (;;) {
    const { state, log } = GetQueueItem.response.parse(
      await house.call(ADMIN, 'GET', GetQueueItem.path.replace(':id', id)),
    )
    if (state === 'ready') {
      const lines = log.map(({ line }) => line).filter((line) => /^ff(?:probe|mpeg) -/.test(line))
      return lines.map((line) => line.replace(/file:\.\/[\w-]+$|file:\.\/[\w-]+(?= )/, 'file:./sound'))
    }
    await delay(100)
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const throughXargs = async (commands: string[], sound: Buffer, files: number): Promise<Side> => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-bench-xargs-'))
  try {
    await writeFile(join(dir, 'sound'), sound)
    const script = commands.map((line) => `${line.split(' ').map(quoted).join(' ')} >/dev/null`).join(' && ')
    await writeFile(join(dir, 'one.sh'), `mkdir "$1" && cd "$1" && ln ../sound sound && ${script} && rm -r ../"$1"\n`)
    // As the shell counts it: what all of its children have used.
    const all = `seq ${files} | xargs -P${AT_ONCE} -I{} sh one.sh {}; times`
    const began = Date.now()
    const { stdout } = await promisify(execFile)('bash', ['-c', all], { cwd: dir })
    return { wallSeconds: (Date.now() - began) / 1000, cpuSeconds: childrenIn(stdout) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The second line of `times`: minutes and seconds of user and of system. */
const childrenIn = (times: string) => {
  const [, line = ''] = times.trim().split('\n')
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

const perFile = (side: Side, files: number) => [
  (files / side.wallSeconds).toFixed(2),
  ((side.cpuSeconds / files) * 1000).toFixed(0),
]

export const writeProcessing = ({ files, queue, xargs }: Processing) => {
  const mean = (pick: (side: Side) => number) => xargs.reduce((sum, side) => sum + pick(side), 0) / xargs.length
  const peer: Side = { wallSeconds: mean((side) => side.wallSeconds), cpuSeconds: mean((side) => side.cpuSeconds) }
  return `# Last result of \`npm run bench:queue\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

${files} files of ${SECONDS} seconds from ${PEOPLE} people, all waiting when the worker begins, on the queue in PostgreSQL. **xargs** runs
the same ffprobe and ffmpeg commands, ${AT_ONCE} at a time as the worker does, and nothing else: no queue, no rows, no reading of
what they say. It runs before and after ours; the figure is the mean.

${table(
  ['', 'files a second', 'CPU a file, ms'],
  [
    ['ours', ...perFile(queue, files)],
    [`xargs -P${AT_ONCE}`, ...perFile(peer, files)],
    [
      'ours / xargs',
      `${(peer.wallSeconds / queue.wallSeconds).toFixed(2)}×`,
      `${(queue.cpuSeconds / peer.cpuSeconds).toFixed(2)}×`,
    ],
  ],
)}

The goal is a rate of at least 0.85 of that of xargs.
`
}
