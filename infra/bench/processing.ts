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
import { cpuOf, cpuOfFamily } from './cpu.ts'

const MEDIA = 'services/media'
// One person has one file worked on at a time, so there are several.
export const PEOPLE = 10
/** What a worker does at once. */
export const AT_ONCE = 2
// In turns, so that whatever else the machine does falls on both.
const ROUNDS = 4
const POLL_MS = 2_000

/** Seconds, of all files together. */
export interface Work {
  wall: number
  /** Of ffprobe and ffmpeg, with what limits them; of xargs its shell as well. */
  programs: number
  worker: number
  service: number
  database: number
}

export interface Processing {
  files: number
  /** How long each file plays. */
  seconds: number
  queue: Work
  /** The same commands, started by xargs and by nothing else. */
  xargs: Work
}

/** Files through the queue against the same ffmpeg commands without one. */
export const benchProcessing = async (sizes: { files: number; seconds: number }[]): Promise<Processing[]> => {
  await buildProcesses(processTargets().filter(({ name }) => name.startsWith(MEDIA)))
  const house = await openWorkerHouse({ isBuilt: true, withRedis: false })
  try {
    const service = await house.startService()
    const worker = await house.startWorker()
    const reports: Processing[] = []
    for (const { files, seconds } of sizes) {
      const sound = await recordedSound(seconds)
      const commands = await commandsFor(house, sound)
      const rounds: { queue: Work; xargs: Work }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const meters = { worker: worker.pid ?? 0, service: service.pid ?? 0, database: house.postgresPid() }
        rounds.push({
          queue: await throughQueue(house, sound, files / ROUNDS, meters),
          xargs: await throughXargs(commands, sound, files / ROUNDS),
        })
      }
      reports.push({
        files,
        seconds,
        queue: sum(rounds.map(({ queue }) => queue)),
        xargs: sum(rounds.map(({ xargs }) => xargs)),
      })
    }
    return reports
  } finally {
    await house.close()
  }
}

const sum = (parts: Work[]): Work => {
  const of = (pick: (part: Work) => number) => parts.reduce((total, part) => total + pick(part), 0)
  return {
    wall: of(({ wall }) => wall),
    programs: of(({ programs }) => programs),
    worker: of(({ worker }) => worker),
    service: of(({ service }) => service),
    database: of(({ database }) => database),
  }
}

type Meters = Record<'worker' | 'service' | 'database', number>

const readMeters = ({ worker, service, database }: Meters) => ({
  programs: cpuOfFamily(worker) - cpuOf(worker),
  worker: cpuOf(worker),
  service: cpuOf(service),
  database: cpuOfFamily(database),
})

/** From the word to begin until the last file is ready. */
const throughQueue = async (house: WorkerHouse, sound: Buffer, files: number, meters: Meters): Promise<Work> => {
  await house.call(ADMIN, 'POST', PauseQueue.path)
  const people = Array.from({ length: PEOPLE }, () => randomUUID())
  for (let file = 0; file < files; file += 1) await house.upload(people[file % PEOPLE] ?? '', sound)
  // All of them are in the queue by then.
  await delay(3_000)
  const before = readMeters(meters)
  const began = Date.now()
  await house.call(ADMIN, 'POST', ResumeQueue.path)
  for (;;) {
    await delay(POLL_MS)
    const { counts } = await house.queue(ADMIN)
    if (counts.failed > 0) throw new Error('a good file has failed')
    if (counts.waiting + counts.active + counts.retrying === 0) break
  }
  const after = readMeters(meters)
  return {
    wall: ((await house.lastReadyAt()) - began) / 1000,
    programs: after.programs - before.programs,
    worker: after.worker - before.worker,
    service: after.service - before.service,
    database: after.database - before.database,
  }
}

/** What the worker runs for one file, as it says itself. */
const commandsFor = async (house: WorkerHouse, sound: Buffer) => {
  const { id } = await house.upload(randomUUID(), sound)
  for (;;) {
    const { state, log } = GetQueueItem.response.parse(
      await house.call(ADMIN, 'GET', GetQueueItem.path.replace(':id', id)),
    )
    if (state === 'ready') {
      const lines = log.map(({ line }) => line).filter((line) => /^ff(?:probe|mpeg) -/.test(line))
      return lines.map((line) =>
        line
          // Nobody reads a pipe of the worker's here.
          .replace(/\S+\/sound-\d+$/, 'pipe:1')
          .replace(/file:\.\/[\w-]+$|file:\.\/[\w-]+(?= )/, 'file:./sound'),
      )
    }
    await delay(100)
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const throughXargs = async (commands: string[], sound: Buffer, files: number): Promise<Work> => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-bench-xargs-'))
  try {
    await writeFile(join(dir, 'sound'), sound)
    const script = commands.map((line) => `${line.split(' ').map(quoted).join(' ')} >/dev/null`).join(' && ')
    await writeFile(join(dir, 'one.sh'), `mkdir "$1" && cd "$1" && ln ../sound sound && ${script} && rm -r ../"$1"\n`)
    // As the shell counts it: what all of its children have used.
    const all = `seq ${files} | xargs -P${AT_ONCE} -I{} sh one.sh {}; times`
    const began = Date.now()
    const { stdout } = await promisify(execFile)('bash', ['-c', all], { cwd: dir })
    const wall = (Date.now() - began) / 1000
    return { wall, programs: childrenIn(stdout), worker: 0, service: 0, database: 0 }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The second line of `times`: minutes and seconds of user and of system. */
const childrenIn = (times: string) => {
  const [, line = ''] = times.trim().split('\n')
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (total, [, minutes, seconds]) => total + Number(minutes) * 60 + Number(seconds),
    0,
  )
}
