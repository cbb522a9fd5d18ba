import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import { type RunningProcess, startProcess } from '../testing/process.ts'
import type { AudioHouse } from './audio-house.ts'
import { exactCpuOf } from './cpu.ts'
import { median } from './load.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 100 * MEGABYTE
const ROUNDS = 5
const AT_ONCE = 32
const EACH = 4

export interface Moved {
  /** Seconds of CPU a gigabyte, and megabytes a second. */
  cpu: number
  rate: number
}

export interface UploadResult {
  form: Moved
  resumable: Moved
  plain: Moved
  /** Seconds of CPU that SHA-256 alone takes for a gigabyte: part of ours, and of nobody's choice. */
  hashing: number
  /** Bytes that gateway and media grow by while many upload at once. */
  growth: number
  atOnce: number
}

const chunk = Buffer.alloc(MEGABYTE, 'sound of the drum ')
// As long as browsers make it: the longer it is, the less of the bytes has to be looked at to find it.
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gWB'
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`,
)
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  around?: { before: Buffer; after: Buffer }
}

/** Sends 100 MB and waits for the answer. */
const send = async ({ url, method, headers, around }: Sent) => {
  const length = SIZE + (around === undefined ? 0 : around.before.length + around.after.length)
  const sending = request(url, { method, headers: { ...headers, 'content-length': String(length) } })
  const answered = once(sending, 'response')
  if (around !== undefined) sending.write(around.before)
  for (let sent = 0; sent < SIZE; sent += chunk.length) {
    if (!sending.write(chunk)) await once(sending, 'drain')
  }
  sending.end(around?.after)
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}`)
}

const sendForm = (gateway: RunningProcess, cookie: string) =>
  send({
    url: `${gateway.url}/api/media/upload`,
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    around: { before: HEAD, after: END },
  })

const sendResumable = async (gateway: RunningProcess, cookie: string) => {
  const tus = { cookie, 'tus-resumable': TUS_VERSION }
  const created = await fetch(gateway.url + CreateUpload.path, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(SIZE),
      'upload-metadata': `filename ${btoa('a.mp3')},filetype ${btoa('audio/mpeg')}`,
    },
  })
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await send({ url: gateway.url + created.headers.get('location'), method: 'PATCH', headers })
}

export const measureMoved = async (pids: number[], bytes: number, work: () => Promise<void>): Promise<Moved> => {
  const cpu = () => pids.reduce((sum, pid) => sum + exactCpuOf(pid), 0)
  const before = cpu()
  const begin = performance.now()
  await work()
  const seconds = (performance.now() - begin) / 1000
  return { cpu: (cpu() - before) / (bytes / 2 ** 30), rate: bytes / MEGABYTE / seconds }
}

export const middleMoved = (rounds: Moved[]): Moved => ({
  cpu: median(rounds.map(({ cpu }) => cpu)),
  rate: median(rounds.map(({ rate }) => rate)),
})

const memoryOf = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096

/** 100 MB through the gateway onto the disk, against a bare server that writes the same bytes to the same disk. */
export const benchUploads = async (house: AudioHouse, gateway: RunningProcess): Promise<UploadResult> => {
  const folder = join(house.dataDir, 'plain')
  mkdirSync(folder)
  const plain = await startProcess(
    ['--import', 'tsx', fileURLToPath(new URL('plain-upload-server.ts', import.meta.url)), folder],
    {},
  )
  const [cookie = ''] = await house.somebody(1)
  const ours = [gateway.pid, house.media.pid]
  const sides = {
    form: () => measureMoved(ours, SIZE, () => sendForm(gateway, cookie)),
    resumable: () => measureMoved(ours, SIZE, () => sendResumable(gateway, cookie)),
    plain: () => measureMoved([plain.pid], SIZE, () => send({ url: plain.url, method: 'POST', headers: {} })),
  }
  for (const side of Object.values(sides)) await side()
  const found = { form: [] as Moved[], resumable: [] as Moved[], plain: [] as Moved[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['form', 'resumable', 'plain'] as const) found[name].push(await sides[name]())
  }
  plain.child.kill('SIGTERM')
  await plain.gone

  return {
    form: middleMoved(found.form),
    resumable: middleMoved(found.resumable),
    plain: middleMoved(found.plain),
    hashing: hashingCost(),
    growth: await growthUnderLoad(house, gateway),
    atOnce: AT_ONCE,
  }
}

const hashingCost = () => {
  const before = process.cpuUsage()
  const hash = createHash('sha256')
  for (let hashed = 0; hashed < SIZE; hashed += chunk.length) hash.update(chunk)
  hash.digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / (SIZE / 2 ** 30)
}

const growthUnderLoad = async (house: AudioHouse, gateway: RunningProcess) => {
  const cookies = await house.somebody(AT_ONCE / EACH)
  const memory = () => memoryOf(gateway.pid) + memoryOf(house.media.pid)
  const before = memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  await Promise.all(
    cookies.flatMap((cookie) =>
      Array.from({ length: EACH }, (_, index) => (index % 2 === 0 ? sendForm : sendResumable)(gateway, cookie)),
    ),
  )
  clearInterval(watching)
  return most - before
}
