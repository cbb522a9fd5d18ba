import { randomUUID } from 'node:crypto'
import { DELETE_WORDS } from '@griot/contracts/account'
import { type AuditEntry, DownloadAudit, ListAudit } from '@griot/contracts/audit'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { SERVICES } from '@griot/contracts/services'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, ageSignIns, send, signedIn } from '../testing/admin.ts'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

let harness: Harness
let admin: Browser
const actor = { ...person({ firstName: 'Ñame', lastName: 'Boateng' }), isAdmin: true }

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: ADMIN_EMAIL })
  ;({ browser: admin } = await signedIn(harness, ADMIN_EMAIL))
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.db.run(sql`delete from audit_entry`)
  for (const service of SERVICES) harness.services[service] = respondJson([])
})

const entry = (createdAt: string, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: randomUUID(),
  createdAt,
  actorId: actor.id,
  actorName: 'Ñame Boateng',
  action: 'points.held',
  subjectKind: 'person',
  subjectId: randomUUID(),
  subjectName: 'Esi',
  concernsId: null,
  reason: null,
  details: {},
  ...given,
})

const record = (reason: string, name = 'Kofi', id: string = randomUUID()) =>
  inTransaction(harness.db, (tx) =>
    recordAudit(tx, actor, { action: 'person.blocked', subject: { kind: 'person', id, name }, reason }),
  )

const list = async (query: Record<string, unknown> = {}) => {
  const { status, text, headers } = await admin.request(pathFor(ListAudit, { query }))
  expect(status).toBe(200)
  return { entries: JSON.parse(text) as AuditEntry[], link: headers.link as string | undefined }
}
const reasons = async (query: Record<string, unknown>) => (await list(query)).entries.map(({ reason }) => reason)

describe('the access to the audit log', () => {
  it.each([ListAudit, DownloadAudit])('is for admins with a recent sign-in: $path', async (endpoint: Endpoint) => {
    const stranger = await signedIn(harness, 'kofi@example.org')
    const earlier = await signedIn(harness, ADMIN_EMAIL)
    await ageSignIns(harness, earlier.id)
    const { browser: recent } = await signedIn(harness, ADMIN_EMAIL)
    admin = recent

    const statuses = [harness.browser(), stranger.browser, recent].map(
      async (browser) => (await browser.request(endpoint.path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 404, 200])
    await expect.poll(async () => (await earlier.browser.request(endpoint.path)).status).toBe(403)
    expect((await recent.request(endpoint.path, { method: 'POST' })).status).toBe(405)
  })

  it('exposes no part of a service', async () => {
    expect((await admin.request('/api/audit-part')).status).toBe(404)
  })
})

describe('GET /api/admin/audit', () => {
  it('merges the entries of all services page by page, newest first', async () => {
    const times = ['2026-01-05', '2026-01-04', '2026-01-03', '2026-01-02'].map((day) => `${day}T00:00:00.000Z`)
    const [first, second, third, fourth] = times.map((time) => entry(time)) as [
      AuditEntry,
      AuditEntry,
      AuditEntry,
      AuditEntry,
    ]
    const parts = { catalog: [second], media: [fourth], 'listening-points': [first, third] }
    for (const service of SERVICES) {
      harness.services[service] = (request, response) => {
        const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor')
        const [before] = cursor === null ? ['9'] : (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string])
        return respondJson(parts[service].filter(({ createdAt }) => createdAt < before))(request, response)
      }
    }

    const page = await list({ limit: 3 })
    expect(page.entries.map(({ id }) => id)).toEqual([first.id, second.id, third.id])
    const next = page.link?.match(/<([^>]+)>; rel="next"/)?.[1] ?? ''
    const rest = await admin.request(next)
    expect((JSON.parse(rest.text) as AuditEntry[]).map(({ id }) => id)).toEqual([fourth.id])
    expect(rest.headers.link).toBeUndefined()
  })

  it('lists each of several changes of one transaction once, page by page', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID())
    const changes = ids.map((id) => ({
      action: 'person.blocked' as const,
      subject: { kind: 'person' as const, id, name: 'Kofi' },
    }))
    await inTransaction(harness.db, (tx) => recordAudit(tx, actor, ...changes))

    const listed: string[] = []
    let next: string | undefined = pathFor(ListAudit, { query: { limit: 1 } })
    while (next !== undefined) {
      const { text, headers } = await admin.request(next)
      listed.push(...(JSON.parse(text) as AuditEntry[]).map(({ subjectId }) => subjectId))
      next = String(headers.link ?? '').match(/<([^>]+)>/)?.[1]
    }
    expect(listed.sort()).toEqual(ids.sort())
  })

  it('filters by actor, subject, action, time and words', async () => {
    const id = randomUUID()
    await record('Spam in notes', 'Kofi', id)
    await record('Stolen audio', 'Esi Owusu')

    expect(await reasons({ subject: id })).toEqual(['Spam in notes'])
    expect(await reasons({ actor: actor.id })).toEqual(['Stolen audio', 'Spam in notes'])
    expect(await reasons({ actor: id })).toEqual([])
    expect(await reasons({ action: 'person.unblocked' })).toEqual([])
    expect(await reasons({ from: '2999-01-01T00:00:00Z' })).toEqual([])
    expect(await reasons({ to: '2999-01-01T00:00:00Z' })).toHaveLength(2)
    expect(await reasons({ from: '0132-05-04T17:59:56+23:19', to: '9999-12-31T23:59:59-23:59' })).toHaveLength(2)
    expect(await reasons({ to: '0000-01-01T00:00:00Z' })).toEqual([])
    expect(await reasons({ text: 'name ow' })).toEqual(['Stolen audio'])
    expect(await reasons({ text: 'NÁME spam' })).toEqual(['Spam in notes'])
    expect(await reasons({ text: "o'; drop" })).toEqual([])
  })

  it('adds the names that a service does not store', async () => {
    const esi = await signedIn(harness, 'esi@example.org', { firstName: 'Esi', lastName: 'Owusu' })
    const times = ['2026-01-05T00:00:00.000Z', '2026-01-04T00:00:00.000Z'] as const
    harness.services['listening-points'] = respondJson([
      entry(times[0], { subjectId: esi.id, subjectName: '' }),
      entry(times[1], { subjectName: '' }),
    ])
    const { entries } = await list()
    expect(entries.map(({ subjectName }) => subjectName)).toEqual(['Esi Owusu', 'Deleted user'])
  })

  it('returns 400 for an unknown page, and the process continues', async () => {
    const refused = { code: 'input.invalid', message: 'This list has no such page.' }
    for (const service of SERVICES) harness.services[service] = respondJson(refused, 400)
    expect((await admin.request(`${ListAudit.path}?cursor=0`)).status).toBe(400)
  })

  it('fails with a sentence while a service is unavailable', async () => {
    harness.services.media = respondJson({ code: 'x.y', message: 'Not now.' }, 503)
    for (const { path } of [ListAudit, DownloadAudit]) {
      const { status, text } = await admin.request(path)
      expect(status).toBe(503)
      expect(JSON.parse(text).message).toContain('would be incomplete')
    }
  })
})

describe('GET /api/admin/audit.csv', () => {
  it('contains all entries, and no cell that a spreadsheet executes', async () => {
    await record('=HYPERLINK("http://x")', '+Kofi, "the host"')
    await inTransaction(harness.db, (tx) =>
      tx.run(sql`
        insert into audit_entry (actor_name, action, subject_kind, subject_id, subject_name, created_at)
        select 'Griot', 'queue.retried', 'queue', n::text, n::text, now() - n * interval '1 second'
        from generate_series(1, 1200) as n
      `),
    )

    const { status, headers, text } = await admin.request(DownloadAudit.path)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="griot-audit-log.csv"')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 1 + 1200)
    expect(lines[1]).toContain(`person.blocked,person,"'+Kofi, ""the host""",`)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(
      (await admin.request(`${DownloadAudit.path}?action=person.blocked`)).text.trimEnd().split('\r\n'),
    ).toHaveLength(2)
  })
})

describe('the deletion of an account', () => {
  it('removes the user from the audit log and leaves the action', async () => {
    const { browser, id } = await signedIn(harness, 'yaa@example.org', { firstName: 'Yaa' })
    await record('Yaa sent spam', 'Yaa', id)
    for (const service of SERVICES) harness.services[service] = respondJson({})
    const exported = JSON.parse((await browser.request('/api/account/export')).text)
    expect(exported.account.auditEntries).toMatchObject([{ action: 'person.blocked', reason: 'Yaa sent spam' }])
    expect(JSON.stringify(exported.account.auditEntries)).not.toContain('Boateng')

    await send(browser, 'DELETE', '/api/account', { confirmation: DELETE_WORDS })
    for (const service of SERVICES) harness.services[service] = respondJson([])
    const { entries } = await list()
    expect(entries).toMatchObject([
      { action: 'person.blocked', subjectId: '', subjectName: 'Deleted user', reason: null },
    ])
  })
})
