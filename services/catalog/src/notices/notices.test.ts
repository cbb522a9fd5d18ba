import { NoticeSent } from '@griot/contracts/events'
import { CountUnreadNotices, ListNotices, ReadNotices } from '@griot/contracts/notices'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { event } from '../testing/harness.ts'
import { catalog, events, withPublishing } from '../testing/publishing.ts'
import { deleteOldNotices } from './notices.queries.ts'

withPublishing()

const sent = (who: Person, title: string) =>
  event(NoticeSent, { userId: who.id, title, text: `${title}.`, link: '/library' })
const unreadOf = async (who: Person) => (await catalog.as(who).call(CountUnreadNotices, {})).count

describe('notices', () => {
  it('stores an event of another service once, and lists the messages of the caller, newest first', async () => {
    const ama = person()
    const first = sent(ama, 'First')
    await events.deliver([first])
    await events.deliver([first])
    await events.deliver([sent(ama, 'Second'), sent(person(), 'Of another user')])

    const notices = await catalog.as(ama).call(ListNotices, {})

    expect(notices).toMatchObject([
      { title: 'Second', text: 'Second.', link: '/library', readAt: null },
      { title: 'First' },
    ])
    expect(await unreadOf(ama)).toBe(2)
  })

  it('merges messages of one kind to one user within an hour, with their number', async () => {
    const ama = person()
    const failure = (who: Person, name: string) =>
      event(NoticeSent, {
        userId: who.id,
        title: 'A recording needs another file',
        text: `“${name}” failed.`,
        link: '/upload',
        merge: { key: 'failure', title: '{count} recordings', text: '{count} failed.', link: '/upload?tab=library' },
      })
    const texts = async (who: Person) => (await catalog.as(who).call(ListNotices, {})).map(({ text }) => text)

    await events.deliver([failure(ama, 'a.mp3')])
    expect(await texts(ama)).toEqual(['“a.mp3” failed.'])
    const [first] = await catalog.as(ama).call(ListNotices, {})
    await catalog.as(ama).call(ReadNotices, { body: { until: first?.createdAt ?? '' } })
    const kofi = person()
    await events.deliver([failure(ama, 'b.mp3'), failure(kofi, 'c.mp3'), sent(ama, 'Other'), failure(ama, 'd.mp3')])

    expect((await texts(ama)).toSorted()).toEqual(['3 failed.', 'Other.'])
    expect(await unreadOf(ama)).toBe(2)
    expect(await texts(kofi)).toEqual(['“c.mp3” failed.'])
    await catalog.db.run(sql`update notice set merge_until = clock_timestamp() where user_id = ${ama.id}`)
    await events.deliver([failure(ama, 'e.mp3')])
    expect((await texts(ama)).toSorted()).toEqual(['3 failed.', 'Other.', '“e.mp3” failed.'])
  })

  it('deletes messages after a year', async () => {
    const ama = person()
    await events.deliver([sent(ama, 'First')])
    await catalog.db.run(sql`
      update notice set created_at = created_at - interval '366 days' where user_id = ${ama.id}
    `)
    await events.deliver([sent(ama, 'Second')])

    await deleteOldNotices(catalog.db)

    expect(await catalog.as(ama).call(ListNotices, {})).toMatchObject([{ title: 'Second' }])
  })

  it('marks messages as read up to a time', async () => {
    const ama = person()
    await events.deliver([sent(ama, 'First')])
    await events.deliver([sent(ama, 'Second')])
    const [second, first] = await catalog.as(ama).call(ListNotices, {})
    const read = (until = '') => catalog.as(ama).call(ReadNotices, { body: { until } })

    expect(await read(first?.createdAt)).toEqual({ count: 1 })
    expect(await read(second?.createdAt)).toEqual({ count: 0 })
    expect(await read(second?.createdAt)).toEqual({ count: 0 })
    expect((await catalog.as(ama).call(ListNotices, {})).every(({ readAt }) => readAt !== null)).toBe(true)
  })

  it('pages by cursor', async () => {
    const ama = person()
    for (const title of ['One', 'Two', 'Three']) await events.deliver([sent(ama, title)])
    const response = await catalog.as(ama).fetch('/api/notices?limit=2')
    expect(await response.json()).toMatchObject([{ title: 'Three' }, { title: 'Two' }])
    const next = response.headers.get('link')?.match(/^<([^>]+)>/)?.[1] ?? ''
    expect(await (await catalog.as(ama).fetch(next)).json()).toMatchObject([{ title: 'One' }])
  })

  it.each(['/api/notices', '/api/notices/unread'])('refuses visitors at %s', async (path) => {
    expect((await catalog.as(null).fetch(path)).status).toBe(401)
    expect((await catalog.as(person()).fetch(path)).status).toBe(200)
  })

  it('refuses to mark messages of visitors', async () => {
    expect((await catalog.post(null, '/api/notices/read', { until: new Date().toISOString() })).status).toBe(401)
  })
})
