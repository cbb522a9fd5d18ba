import { HidePodcast } from '@griot/contracts/catalog/moderation'
import { ListNotices } from '@griot/contracts/notices'
import { AssignReport, DecideReport, ListReports, REPORTS_PER_DAY, SendReport } from '@griot/contracts/reports'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itIsForAdmins } from '../testing/access.ts'
import { admin, catalog, host, stranger, withPublishing } from '../testing/publishing.ts'
import { deleteOldReports } from './reports.queries.ts'

withPublishing()

const secondAdmin = person({ roles: ['admin'], firstName: 'Esi' })
let reporter: Person
beforeEach(() => {
  reporter = person()
})

type NewReport = Partial<z.input<(typeof SendReport)['body']>> & { id: string }
const send = (report: NewReport, who: Person | null = reporter) =>
  catalog.as(who).call(SendReport, { body: { subject: 'podcast', reason: 'spam', ...report } })
const reportsOf = (subjectId: string, query: object = {}) =>
  catalog.as(admin).call(ListReports, { query: { subjectId, ...query } })
const decide = (id: string, body: z.input<(typeof DecideReport)['body']>, who = admin) =>
  catalog.as(who).call(DecideReport, { params: { id }, body })
const noticesOf = async (who: Person) =>
  (await catalog.as(who).call(ListNotices, {})).map(({ title, text, link }) => ({ title, text, link }))
const statusOf = async (who: Person | null, id: string) => (await catalog.as(who).fetch(`/api/podcast/${id}`)).status

describe('POST /api/reports', () => {
  it('stores a report about a podcast or an episode for the admins', async () => {
    const podcast = await catalog.listedPodcast(host, { title: 'Loud Kora' })
    const episode = await catalog.playableEpisode(host, podcast.id, { title: 'One' })
    await send({ id: podcast.id, reason: 'copyright', text: 'A copied song.' })
    await send({ subject: 'episode', id: episode.id })

    expect(await reportsOf(podcast.id)).toMatchObject([
      {
        subject: 'podcast',
        title: 'Loud Kora',
        ownerId: host.id,
        podcastId: podcast.id,
        reason: 'copyright',
        text: 'A copied song.',
        state: 'open',
        isHidden: false,
        reportsOfSubject: 1,
      },
    ])
    expect(await reportsOf(episode.id)).toMatchObject([{ subject: 'episode', title: 'One', podcastId: podcast.id }])
    expect(await reportsOf(episode.id, { subject: 'podcast' })).toEqual([])
    expect(await reportsOf(episode.id, { reason: 'hate' })).toEqual([])
    expect(await reportsOf(episode.id, { state: 'open', reason: 'spam' })).toHaveLength(1)
  })

  it('refuses a second report until the first is decided', async () => {
    const { id } = await catalog.listedPodcast(host)
    const results = await Promise.allSettled([send({ id }), send({ id, reason: 'hate' })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(send({ id })).rejects.toMatchObject({
      status: 409,
      code: 'report.exists',
      sentence: 'You have reported this already. We look at your report first.',
    })

    const [report] = await reportsOf(id)
    await decide(report?.id ?? '', { decision: 'dismissed' })
    await expect(send({ id })).resolves.toBeDefined()
  })

  it(`refuses more than ${REPORTS_PER_DAY} reports within a day with a time to wait`, async () => {
    const { id } = await catalog.listedPodcast(host)
    await catalog.db.run(sql`
      insert into report (reporter_id, subject_kind, subject_id, reason, text, created_at)
      select ${reporter.id}, 'podcast', gen_random_uuid(), 'spam', '', now() - interval '23 hours'
      from generate_series(1, ${REPORTS_PER_DAY})
    `)
    const response = await catalog.post(reporter, '/api/reports', { subject: 'podcast', id, reason: 'spam', text: '' })

    expect(response.status).toBe(429)
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(await response.json()).toMatchObject({
      message: `You have sent ${REPORTS_PER_DAY} reports within a day. Please report more tomorrow.`,
    })
  })

  it.each([
    ['without a reason', { reason: undefined }, 'reason', 'Please choose a reason.'],
    ['for another reason without a text', { reason: 'other', text: ' ' }, 'text', 'Please describe the problem.'],
    ['with a long text', { text: 'a'.repeat(2_001) }, 'text', 'Please use at most 2000 characters.'],
  ])('refuses a report %s', async (_, about, field, sentence) => {
    const { id } = await catalog.listedPodcast(host)
    const response = await catalog.post(reporter, '/api/reports', { subject: 'podcast', id, reason: 'spam', ...about })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: sentence } })
  })

  it('refuses visitors, and subjects that the user may not see', async () => {
    const { id } = await catalog.listedPodcast(host)
    await expect(send({ id }, null)).rejects.toMatchObject({ status: 401 })
    await catalog.as(admin).call(HidePodcast, { params: { id }, body: { reason: 'Copied.' } })
    await expect(send({ id })).rejects.toMatchObject({ status: 404 })
    await expect(send({ subject: 'episode', id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a decided report', () => {
  it('is deleted after a year, an undecided one is not', async () => {
    const { id } = await catalog.listedPodcast(host)
    const [decided, open] = [await send({ id }), await send({ id }, person())]
    await decide(decided.id, { decision: 'dismissed' })
    await catalog.db.run(sql`
      update report set created_at = created_at - interval '400 days', decided_at = decided_at - interval '366 days'
      where subject_id = ${id}
    `)

    await deleteOldReports(catalog.db)

    expect((await reportsOf(id)).map((report) => report.id)).toEqual([open.id])
  })
})

describe('the decision', () => {
  it('hides the podcast, and notifies the reporter and the owner', async () => {
    const owner = person()
    const { id } = await catalog.listedPodcast(owner, { title: 'Loud Kora' })
    const report = await send({ id })
    await catalog.as(admin).call(AssignReport, { params: { id: report.id } })
    expect(await reportsOf(id)).toMatchObject([{ state: 'assigned', assigneeName: 'Ama Mensah' }])

    expect(await decide(report.id, { decision: 'hidden', text: 'A copied song.' })).toEqual({
      id: report.id,
      decided: 1,
    })

    expect(await statusOf(null, id)).toBe(404)
    expect(await noticesOf(owner)).toEqual([
      {
        title: 'Your show was hidden',
        text: '“Loud Kora” was hidden. Reason: A copied song.',
        link: `/podcast/${id}`,
      },
    ])
    expect(await noticesOf(reporter)).toEqual([
      {
        title: 'We decided on your report',
        text: 'You reported “Loud Kora”. It is hidden now. Thank you for the report. A copied song.',
        link: null,
      },
    ])
    expect(await reportsOf(id)).toMatchObject([{ state: 'decided', decision: 'hidden', isHidden: true }])
    const actions = await catalog.db.many(
      z.object({ action: z.string() }),
      sql`select action from audit_entry where subject_id in (${report.id}, ${id}) order by created_at`,
    )
    expect(actions.map(({ action }) => action)).toEqual(['report.assigned', 'podcast.hidden', 'report.decided'])
  })

  it('leaves the podcast visible when the report is dismissed', async () => {
    const { id } = await catalog.listedPodcast(host, { title: 'Quiet Kora' })
    const report = await send({ id })

    await decide(report.id, { decision: 'dismissed' })

    expect(await statusOf(null, id)).toBe(200)
    expect(await noticesOf(reporter)).toMatchObject([
      { text: 'You reported “Quiet Kora”. We looked at it and left it as it is.', link: `/podcast/${id}` },
    ])
  })

  it('decides all undecided reports about the subject if the admin asks for it', async () => {
    const { id } = await catalog.listedPodcast(host)
    const reporters = [person(), person(), person()]
    for (const who of reporters) await send({ id }, who)
    const [newest, ...others] = await reportsOf(id)
    expect(newest).toMatchObject({ reportsOfSubject: 3, undecidedOfSubject: 3 })

    // Decisions about the same subject wait for each other.
    const results = await Promise.allSettled(
      [newest, ...others].map((report) =>
        decide(report?.id ?? '', { decision: 'hidden', text: 'Spam.', allOfSubject: true }),
      ),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { decided: 3 } }])
    for (const who of reporters) expect(await noticesOf(who)).toHaveLength(1)
    expect(await reportsOf(id, { state: 'open' })).toEqual([])
  })

  it('is made by one of two admins, and the other gets a sentence', async () => {
    const { id } = await catalog.listedPodcast(host)
    const report = await send({ id })
    const results = await Promise.allSettled([
      decide(report.id, { decision: 'hidden', text: 'Spam.' }),
      decide(report.id, { decision: 'dismissed' }, secondAdmin),
    ])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toMatchObject({
      status: 409,
      sentence: 'Another admin has decided this report already.',
    })
    expect(await noticesOf(reporter)).toHaveLength(1)
  })

  it('requires a text unless it dismisses', async () => {
    const { id } = await catalog.listedPodcast(host)
    const report = await send({ id })
    await expect(decide(report.id, { decision: 'hidden' })).rejects.toMatchObject({ status: 400 })
    await expect(decide(report.id, { decision: 'other', text: ' ' })).rejects.toMatchObject({ status: 400 })
  })

  it('refuses to hide a deleted podcast, and dismisses the report', async () => {
    const { id } = await catalog.listedPodcast(host)
    const report = await send({ id })
    await catalog.as(host).fetch(`/api/podcast/${id}?confirm=true`, { method: 'DELETE' })

    expect(await reportsOf(id)).toMatchObject([{ title: null, podcastId: null, isHidden: false }])
    await expect(decide(report.id, { decision: 'hidden', text: 'Spam.' })).rejects.toMatchObject({
      code: 'report.subject_deleted',
    })
    await expect(decide(report.id, { decision: 'dismissed' })).resolves.toMatchObject({ decided: 1 })
  })
})

describe('the account of a reporter', () => {
  it('exports reports and notices, and deletes them', async () => {
    const { id } = await catalog.listedPodcast(host)
    const report = await send({ id, text: 'My words.' })
    await decide(report.id, { decision: 'dismissed' })

    expect(await catalog.as(reporter).call(ReadAccountPart, {})).toMatchObject({
      reports: [{ subject_id: id, text: 'My words.', decision: 'dismissed' }],
      notices: [{ title: 'We decided on your report' }],
    })
    await catalog.as(reporter).call(RemoveAccountPart, {})
    expect(await reportsOf(id)).toEqual([])
    expect(await noticesOf(reporter)).toEqual([])
  })

  it('removes the name of a deleted admin from reports', async () => {
    const { id } = await catalog.listedPodcast(host)
    const report = await send({ id })
    await catalog.as(secondAdmin).call(AssignReport, { params: { id: report.id } })
    await catalog.as(secondAdmin).call(RemoveAccountPart, {})
    expect(await reportsOf(id)).toMatchObject([{ assigneeName: null }])
  })
})

describe('the access', () => {
  itIsForAdmins([ListReports, AssignReport, DecideReport], { stranger, host })
})
