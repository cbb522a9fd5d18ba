import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { METRICS_TOKEN, runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { audioForm } from './fixtures.ts'
import { recordMp3 } from './recording.ts'

const { origin, dataDir } = runningProduct()
const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
const PROCESSES = ['catalog', 'listening-points', 'media', 'media-worker']

let scrapes: Map<string, string>

beforeAll(async () => {
  const texts = ['gateway', ...PROCESSES].map(async (name): Promise<[string, string]> => {
    const response = await fetch(`${origin}/metrics${name === 'gateway' ? '' : `/${name}`}`, { headers })
    expect(response.status).toBe(200)
    return [name, await response.text()]
  })
  scrapes = new Map(await Promise.all(texts))
})

const text = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')

/** Without the suffixes of histograms. */
const namesIn = (written: string) =>
  new Set(written.match(/griot_[a-z0-9_]+/g)?.map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, '')))

const exported = () =>
  new Set([...scrapes.values()].flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)))

describe('the metrics', () => {
  it.each(['alerts.yaml', 'dashboard.json'])('include every metric that %s uses', async (file) => {
    const named = namesIn(await text(`infra/monitoring/${file}`))

    expect(named.size).toBeGreaterThan(8)
    expect([...named].filter((name) => !exported().has(name))).toEqual([])
  })

  it('include every process under its name', () => {
    for (const [name, scrape] of scrapes) {
      expect(scrape).toMatch(new RegExp(`^griot_process_resident_memory_bytes{process="${name}"} \\d`, 'm'))
      expect(scrape).toMatch(new RegExp(`^griot_database_connections{state="idle",process="${name}"} \\d`, 'm'))
    }
    expect(scrapes.get('media')).toMatch(/^griot_queue_jobs{queue="media",state="waiting",process="media"} \d/m)
    expect(scrapes.get('media')).toMatch(/^griot_outbox_rows{process="media"} \d/m)
    expect(scrapes.get('catalog')).toMatch(/^griot_queue_oldest_seconds{queue="events-catalog",process="catalog"} \d/m)
  })

  it('match the alerts and the runbook', async () => {
    const alerts = await text('infra/monitoring/alerts.yaml')
    const runbook = await text('docs/runbook.md')
    const anchors = [...runbook.matchAll(/^## (?:\d+\. )?(.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    const linked = [...alerts.matchAll(/runbook\.md#(\S+)/g)].map(([, anchor = '']) => anchor)
    expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([])

    const { scripts } = JSON.parse(await text('package.json')) as { scripts: Record<string, string> }
    const commands = [...runbook.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    const described = new Set([...runbook.matchAll(/`(Griot\w+)`/g)].map(([, name = '']) => name))
    expect([...described].sort()).toEqual(alertNames.sort())
    expect([...namesIn(runbook)].filter((name) => ![...exported()].some((known) => known?.startsWith(name)))).toEqual(
      [],
    )
  })

  it('are not public', async () => {
    for (const path of ['/metrics', '/metrics/media']) expect((await fetch(origin + path)).status).toBe(404)
  })
})

describe('the logs', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-logs-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const logOf = (name: string) => readFile(join(dataDir, 'logs', name), 'utf8')

  it('contain the request id of an upload in every process, and no secrets', async () => {
    const ama = new ApiClient(origin)
    await ama.signIn({ email: 'ama.of.the.logs@example.org', firstName: 'Ama', lastName: 'Mensah' })
    const response = await ama.fetch(UploadMedia.path, {
      method: 'POST',
      body: await audioForm(await recordMp3(folder, 1)),
    })
    const requestId = response.headers.get('x-request-id')
    expect(response.status).toBe(201)
    const { id } = UploadMedia.response.parse(await response.json()).mediaFile
    // The file must be processed before other tests check the disk.
    await expect.poll(() => ama.call(GetMedia, { params: { id } })).toMatchObject({ status: 'ready' })

    const line = await vi.waitUntil(
      async () => {
        // The last line may be incomplete.
        const lines = (await logOf('media-worker.log')).split('\n').slice(0, -1)
        return lines.find((one) => one.includes(`"requestId":"${requestId}"`))
      },
      { timeout: 30_000 },
    )

    expect(JSON.parse(line)).toMatchObject({ service: 'media-worker', requestId })
    const session = ama.cookies.match(/griot_session=([^;]+)/)?.[1] ?? 'no session'
    for (const name of await readdir(join(dataDir, 'logs'))) {
      const lines = await logOf(name)
      expect(lines).not.toContain(session)
      expect(lines).not.toContain(METRICS_TOKEN)
      expect(lines).not.toMatch(/[\w.]+@example\.org|eyJhbGci/)
    }
  })
})
