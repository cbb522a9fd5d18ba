import { NoticeSent } from '@griot/contracts/events'
import { CountUnreadNotices, ListNotices, ReadNotices } from '@griot/contracts/notices'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { event } from '../testing/harness.ts'
import { catalog, events, withPublishing } from '../testing/publishing.ts'

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
