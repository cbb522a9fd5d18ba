import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@griot/service-kit/migrate'
import { createIdentities } from '@griot/service-kit/testing/identity'
import { runMigrations } from 'bullmq'
import { buildProcesses } from '../build/processes.ts'
import { processTargets, root } from '../build/targets.ts'
import { withClient } from '../common/with-client.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, roles } from '../postgres/roles.ts'
import { gatewayEnvironment, signIn } from '../testing/gateway.ts'
import { type RunningProcess, startProcess } from '../testing/process.ts'

const NOBODY = 'http://127.0.0.1:9'

export type AudioHouse = Awaited<ReturnType<typeof openAudioHouse>>

/** The gateway and the media service as they are shipped, on a PostgreSQL and a folder of their own. */
export const openAudioHouse = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-bench-'))
  const objectsDir = join(dataDir, 'objects')
  mkdirSync(join(dataDir, 'modules'))
  mkdirSync(objectsDir)
  await buildProcesses(processTargets().filter(({ name }) => ['gateway/main', 'services/media/main'].includes(name)))
  const postgres = await startPostgres({ dataDir })
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
    (typeof roles)[number],
    string
  >
  const urls = await bootstrapRoles({ adminUrl: postgres.adminUrl, database: 'griot', passwords })
  await withClient(urls.griot_migrator, runMigrations)
  for (const [workspace, schema] of [
    ['gateway', 'gateway'],
    ['services/media', 'media'],
  ] as const) {
    await migrate({ url: urls.griot_migrator, schema, dir: join(root, workspace, 'migrations') })
  }
  const { publicKey, privateKey } = await createIdentities()
  const GRANT_SECRET = randomBytes(32).toString('base64url')
  const media = await startProcess([join(root, 'services', 'media', 'dist', 'main.js')], {
    OBJECTS_DIR: objectsDir,
    GRANT_SECRET,
    DATABASE_URL: urls.media,
    CATALOG_URL: NOBODY,
    IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
    UPLOAD_QUOTA_BYTES: '0',
    UPLOAD_QUOTA_FILES: '0',
    MALLOC_ARENA_MAX: '2',
  })
  const running: RunningProcess[] = [media]

  return {
    dataDir,
    objectsDir,
    media,
    async startGateway(delivery: 'send' | 'accel') {
      const place = { databaseUrl: urls.gateway, privateKey, catalogUrl: NOBODY, pointsUrl: NOBODY, folder: dataDir }
      const gateway = await startProcess([join(root, 'gateway', 'dist', 'main.js')], {
        ...gatewayEnvironment(place),
        OBJECTS_DIR: objectsDir,
        MEDIA_URL: media.url,
        MEDIA_DELIVERY: delivery,
        GRANT_SECRET,
        MALLOC_ARENA_MAX: '2',
      })
      running.unshift(gateway)
      return gateway
    },
    somebody: (count: number) =>
      signIn(
        urls.gateway,
        Array.from({ length: count }, () => randomUUID()),
      ),
    /** The worker's part, without the work: every file may be heard. */
    allReady: () =>
      withClient(Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href, async (client) => {
        await client.query('set search_path to media')
        await client.query(
          "update media_file set status = 'ready', duration_seconds = 60, format = 'mp3', codec = 'mp3'",
        )
      }),
    async close() {
      for (const { child, gone } of running) {
        child.kill('SIGTERM')
        await gone
      }
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
