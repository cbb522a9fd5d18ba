import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../common/free-port.ts'
import { type RunningProcess, startProcess } from '../testing/process.ts'
import type { AudioHouse } from './audio-house.ts'
import { type Moved, measureMoved, middleMoved } from './uploads.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 100 * MEGABYTE
const ROUNDS = 5
const PLAYERS = 4
/** Of one measurement. */
const BYTES = 1024 * MEGABYTE

export interface StreamResult {
  job: string
  send: Moved
  /** The least that Node can do: reads the file and writes it, and knows nobody. */
  bare: Moved
  accel: Moved | undefined
  nginx: Moved | undefined
  /** nginx that copies the bytes, as everybody must who has no sendfile. */
  copying: Moved | undefined
}

interface Door {
  options: RequestOptions
  pids: number[]
}

const program = 'nginx'

/** What one request asks for: so many bytes, of which range. */
interface Ask {
  size: number
  range?: () => string
}

const ASKS: Readonly<Record<string, Ask>> = {
  'whole files': { size: SIZE },
  // As browsers do who were sent to another place.
  'from the middle on': { size: SIZE / 2, range: () => `bytes=${SIZE / 2}-` },
  '1 MiB ranges': {
    size: MEGABYTE,
    range: () => {
      const start = Math.floor(Math.random() * (SIZE - MEGABYTE))
      return `bytes=${start}-${start + MEGABYTE - 1}`
    },
  },
}

/** Reads so many bytes over a few connections, and keeps none of them. */
const play = async (door: Door, { size: each, range }: Ask) => {
  const agent = new Agent({ keepAlive: true, maxSockets: PLAYERS })
  let left = BYTES / each
  const player = async () => {
    while (left > 0) {
      left -= 1
      const headers = { ...door.options.headers, ...(range && { range: range() }) }
      const asked = request({ ...door.options, agent, headers }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      await once(answer, 'end')
      if (size !== each) throw new Error(`${answer.statusCode} with ${size} of ${each} bytes`)
    }
  }
  await Promise.all(Array.from({ length: PLAYERS }, player))
  agent.destroy()
}

/** So many requests for next to nothing: a process that has run for a while has its code ready. */
const warmUp = async (door: Door) => {
  const agent = new Agent({ keepAlive: true, maxSockets: PLAYERS })
  let left = 20_000
  const player = async () => {
    while (left-- > 0) {
      const asked = request({ ...door.options, agent, headers: { ...door.options.headers, range: 'bytes=0-0' } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
    }
  }
  await Promise.all(Array.from({ length: PLAYERS }, player))
  agent.destroy()
}

/** One nginx for both: the file by itself, and what a gateway sends it to. Answers nothing where there is no nginx. */
const startNginx = async (house: AudioHouse, accel: RunningProcess) => {
  if (spawnSync(program, ['-v']).status !== 0) return undefined
  const port = await freePort(new Set())
  const ours = readFileSync(new URL('../nginx/audio.conf', import.meta.url), 'utf8')
  const gateway = new URL(accel.url).host
  const file = join(house.dataDir, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(house.dataDir, name)};`)
    .join(' ')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(house.dataDir, 'nginx.pid')}; error_log stderr error;
    events {}
    http {
      access_log off; ${temporary}
      upstream gateway { server ${gateway}; keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location /files/ { alias ${house.objectsDir}/; sendfile on; tcp_nopush on; }
        location /copied/ { alias ${house.objectsDir}/; sendfile off; output_buffers 2 256k; }
        location / {
          proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host ${gateway};
        }
        ${ours.replace('/var/lib/griot/objects/', `${house.objectsDir}/`)}
      }
    }`,
  )
  const child: ChildProcess = spawn(program, ['-c', file, '-p', house.dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    await delay(50)
  }
  return { port, pid: child.pid ?? 0, child }
}

/** The same recording through the gateway, through nginx that the gateway sends, and from nginx alone. */
export const benchStreams = async (
  house: AudioHouse,
  { send, accel }: Record<'send' | 'accel', RunningProcess>,
): Promise<StreamResult[]> => {
  const [cookie = ''] = await house.somebody(1)
  const form = new FormData()
  form.append('audio', new File([Buffer.alloc(SIZE, 'sound of the drum ')], 'a.mp3', { type: 'audio/mpeg' }))
  const uploaded = await fetch(`${send.url}/api/media/upload`, { method: 'POST', headers: { cookie }, body: form })
  const { mediaFile } = (await uploaded.json()) as { mediaFile: { id: string } }
  await house.allReady()
  const nginx = await startNginx(house, accel)

  const path = `/api/media/${mediaFile.id}/stream`
  const at = (port: string | number, to: string) => ({ host: '127.0.0.1', port, path: to, headers: { cookie } })
  const key = `originals/${mediaFile.id.slice(0, 2)}/${mediaFile.id}`
  const bare = await startProcess(
    ['--import', 'tsx', fileURLToPath(new URL('plain-stream-server.ts', import.meta.url)), join(house.objectsDir, key)],
    {},
  )
  const doors = {
    send: { options: at(new URL(send.url).port, path), pids: [send.pid] },
    bare: { options: at(new URL(bare.url).port, '/'), pids: [bare.pid] },
    ...(nginx && {
      accel: { options: at(nginx.port, path), pids: [nginx.pid, accel.pid] },
      nginx: { options: at(nginx.port, `/files/${key}`), pids: [nginx.pid] },
      copying: { options: at(nginx.port, `/copied/${key}`), pids: [nginx.pid] },
    }),
  }
  for (const door of Object.values(doors)) await warmUp(door)
  const results: StreamResult[] = []
  for (const [job, ask] of Object.entries(ASKS)) {
    const found: Record<string, Moved[]> = { send: [], bare: [], accel: [], nginx: [], copying: [] }
    for (let round = -1; round < ROUNDS; round++) {
      for (const [name, door] of Object.entries(doors)) {
        const moved = await measureMoved(door.pids, BYTES, () => play(door, ask))
        // The first round is to get warm.
        if (round >= 0) found[name]?.push(moved)
      }
    }
    const of = (name: string) => middleMoved(found[name] ?? [])
    const ofNginx = (name: string) => (nginx === undefined ? undefined : of(name))
    results.push({
      job,
      send: of('send'),
      bare: of('bare'),
      accel: ofNginx('accel'),
      nginx: ofNginx('nginx'),
      copying: ofNginx('copying'),
    })
  }
  bare.child.kill('SIGTERM')
  await bare.gone
  if (nginx !== undefined) {
    nginx.child.kill('SIGQUIT')
    await once(nginx.child, 'exit')
  }
  return results
}
