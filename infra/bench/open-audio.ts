import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audioPath } from '@griot/contracts/public-addresses'
import { freePort } from '@griot/service-kit/testing/free-port'
import { Pool } from 'undici'
import { buildProcesses } from '../build/build.ts'
import { hasNginx, startNginx } from '../testing/nginx.ts'
import { gatewayEnvironment, type Harness, openHarness } from '../testing/open-harness.ts'
import { programOf } from '../testing/start-process.ts'
import { median } from '../testing/statistics.ts'
import { CORES, cpuOf, cpuOfFamily, pin, unpin } from './cpu.ts'
import { runWorkers, warmUp } from './load.ts'

// An hour at 128 kbit/s.
const FILE_BYTES = 57_600_000
const CONNECTIONS = 8
const WARM_UP_REQUESTS = 200
const ROUNDS = 5

export interface AudioResult {
  request: string
  /** Seconds of CPU a gigabyte of all processes. */
  ours: number
  nginx: number
}

const REQUESTS = [
  { request: 'whole files', headers: {} },
  { request: 'from the middle on', headers: { range: `bytes=${FILE_BYTES / 2}-` } },
]

/** `/audio` with `MEDIA_DELIVERY=accel`, compared with nginx that sends the same file without a gateway. */
export const benchOpenAudio = async (seconds: number): Promise<AudioResult[]> => {
  if (!hasNginx) throw new Error('This measurement needs nginx: npm run test:servers')
  await buildProcesses()
  const harness = await openHarness(['gateway', 'media'])
  const folder = await mkdtemp(join(tmpdir(), 'griot-bench-audio-'))
  try {
    const episodeId = randomUUID()
    const key = await createEpisode(harness, episodeId)
    const { url, pids, stop } = await startServers(harness, folder)
    const pool = new Pool(url, { connections: CONNECTIONS })
    const measured = () => pids.reduce((sum, pid) => sum + cpuOf(pid), cpuOfFamily(harness.postgresPid()))
    const measure = async (path: string, headers: Record<string, string>) => {
      let bytes = 0
      const before = measured()
      const work = async () => {
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
        if (statusCode >= 300) throw new Error(`${path} returned ${statusCode}`)
        for await (const chunk of body) bytes += (chunk as Buffer).length
      }
      await runWorkers(work, CONNECTIONS, seconds * 1_000)
      return (measured() - before) / (bytes / 1e9)
    }
    const small = { range: 'bytes=0-999' }
    await warmUp(
      async () =>
        void (await (await pool.request({ method: 'GET', path: audioPath(episodeId), headers: small })).body.dump()),
      CONNECTIONS,
      WARM_UP_REQUESTS,
    )
    try {
      const results: AudioResult[] = []
      for (const { request, headers } of REQUESTS) {
        const rounds = []
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.push({
            ours: await measure(audioPath(episodeId), headers),
            nginx: await measure(`/plain/${key}`, headers),
          })
        }
        results.push({
          request,
          ours: median(rounds.map(({ ours }) => ours)),
          nginx: median(rounds.map(({ nginx }) => nginx)),
        })
      }
      return results
    } finally {
      await pool.close()
      await stop()
    }
  } finally {
    unpin()
    await harness.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A published episode with an MP3, written without the services. Returns the key of its object. */
const createEpisode = async ({ dataDir, asSuperuser }: Harness, episodeId: string) => {
  const key = `originals/${episodeId.slice(0, 2)}/${episodeId}`
  await mkdir(join(dataDir, 'objects', 'originals', episodeId.slice(0, 2)), { recursive: true })
  await writeFile(join(dataDir, 'objects', key), randomBytes(FILE_BYTES))
  await asSuperuser(async (client) => {
    await client.query('set search_path = media')
    await client.query(
      `insert into media_file (id, owner_id, original_name, mime_type, size_bytes, sha256, object_key, status,
          duration_seconds, format, codec)
        values ($1, gen_random_uuid(), 'hour.mp3', 'audio/mpeg', $2, decode(repeat('00', 32), 'hex'), $3, 'ready', 3600,
          'mp3', 'mp3')`,
      [episodeId, FILE_BYTES, key],
    )
    await client.query(
      `insert into episode_media (episode_id, media_file_id, linked_by) values ($1, $1, gen_random_uuid())`,
      [episodeId],
    )
    await client.query(
      `insert into episode_mp3 (episode_id, media_file_id, source_key, step, object_key, size_bytes, served_source_key,
          served_since)
        values ($1, $1, $2, 'ready', $2, $3, $2, now())`,
      [episodeId, key, FILE_BYTES],
    )
  })
  return key
}

/** The built media service and gateway behind nginx, which also sends the objects without them under `/plain/`. */
const startServers = async (harness: Harness, folder: string) => {
  const { dataDir, keys, urls } = harness
  const environment = { ...gatewayEnvironment(harness, urls.gateway), NODE_ENV: 'development', LOG_LEVEL: 'info' }
  const { IDENTITY_PUBLIC_KEY, GRANT_SECRET } = keys
  const media = await harness.start(programOf('services/media', { isBuilt: true }), {
    DATABASE_URL: urls.media,
    CATALOG_URL: environment.CATALOG_URL,
    OBJECTS_DIR: environment.OBJECTS_DIR,
    NODE_ENV: 'development',
    ...{ IDENTITY_PUBLIC_KEY, GRANT_SECRET },
  })
  const gateway = await harness.start(programOf('gateway', { isBuilt: true }), {
    ...environment,
    MEDIA_URL: media.url,
    MEDIA_DELIVERY: 'accel',
  })
  const port = await freePort()
  const audio = (await readFile(new URL('../nginx/audio.conf', import.meta.url), 'utf8')).replace(
    '/var/lib/griot/objects/',
    `${dataDir}/objects/`,
  )
  const { host } = new URL(gateway.url)
  const nginx = await startNginx(folder, {
    port,
    servers: `upstream gateway { server ${host}; keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host ${host}; }
        location /plain/ { alias ${dataDir}/objects/; sendfile on; tcp_nopush on; }
        ${audio}
      }`,
  })
  const pids = [nginx.pid, gateway.pid, media.pid]
  for (const pid of [...pids, harness.postgresPid()]) pin(pid, CORES.measured)
  pin(process.pid, CORES.client)
  return { url: `http://127.0.0.1:${port}`, pids, stop: nginx.stop }
}
