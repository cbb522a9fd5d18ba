import { readFile } from 'node:fs/promises'
import { METRICS_TOKEN, runningProduct } from '@griot/service-kit/testing/running-product'
import { beforeAll, describe, expect, it } from 'vitest'

const { origin } = runningProduct()
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

/** Without the endings that a histogram gives its series. */
const namesIn = (text: string) =>
  new Set(text.match(/griot_[a-z_]+/g)?.map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, '')))

const told = () =>
  new Set([...scrapes.values()].flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)))

describe('what is watched', () => {
  it.each(['alerts.yaml', 'dashboard.json'])(
    'every metric that %s names is told by the running product',
    async (file) => {
      const named = namesIn(await readFile(new URL(`../../infra/monitoring/${file}`, import.meta.url), 'utf8'))

      expect(named.size).toBeGreaterThan(8)
      expect([...named].filter((name) => !told().has(name))).toEqual([])
    },
  )

  it('every process tells of itself, under its own name', () => {
    for (const [name, text] of scrapes) {
      expect(text).toMatch(new RegExp(`^griot_process_memory_bytes{process="${name}"} \\d`, 'm'))
      expect(text).toMatch(new RegExp(`^griot_database_connections{state="idle",process="${name}"} \\d`, 'm'))
    }
    expect(scrapes.get('media')).toMatch(/^griot_queue_jobs{queue="media",state="waiting",process="media"} \d/m)
    expect(scrapes.get('media')).toMatch(/^griot_outbox_rows{process="media"} \d/m)
    expect(scrapes.get('catalog')).toMatch(/^griot_queue_oldest_seconds{queue="events-catalog",process="catalog"} \d/m)
  })

  it('is nothing that the world can see', async () => {
    for (const path of ['/metrics', '/metrics/media']) expect((await fetch(origin + path)).status).toBe(404)
  })
})
