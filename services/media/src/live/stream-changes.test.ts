import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DeleteMedia, LinkMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { given } from '../testing/given.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'

interface Told {
  id: string | undefined
  event: string
  data: Partial<MediaFile>
}

let house: House
let ama: Person
const readers: AbortController[] = []

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  ama = person()
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort()
})

const uploaded = () => upload(house.service.as(ama), formOf(randomBytes(500)))

/** What an open page hears, message by message; ends when the service ends it. */
async function* listen(who: Person, lastEventId?: string): AsyncGenerator<Told, void> {
  const leaving = new AbortController()
  readers.push(leaving)
  const response = await house.service.as(who).fetch('/api/media/events', {
    signal: leaving.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      if (fields.event !== undefined) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data ?? '') }
    }
  }
}

const next = async (told: AsyncGenerator<Told, void>) => {
  const { value } = await told.next()
  if (value === undefined) throw new Error('the stream has ended')
  return value
}

/** The first message that tells this much; the same state may be told twice. */
const nextWith = async (told: AsyncGenerator<Told, void>, data: Partial<MediaFile>) => {
  for (;;) {
    const message = await next(told)
    if (isDeepStrictEqual({ ...message.data, ...data }, message.data)) return message
  }
}

describe('GET /api/media/events', () => {
  it('begins with what is being processed, then tells each change', async () => {
    const file = await uploaded()
    const told = listen(ama)
    expect(await next(told)).toMatchObject({ event: 'media', data: file })

    await given(house).ready(file.id)
    expect(await nextWith(told, { status: 'ready' })).toMatchObject({ event: 'media', data: { duration: 42 } })

    const episodeId = given(house).episodeOf(ama)
    await house.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: file.id } })
    expect(await nextWith(told, { episodeIds: [episodeId] })).toMatchObject({ event: 'media', data: { id: file.id } })

    await house.service.as(ama).call(DeleteMedia, { params: { id: file.id } })
    expect(await next(told)).toEqual({ id: undefined, event: 'media-deleted', data: { id: file.id } })
  })

  it("tells nothing of other people's files", async () => {
    const hers = await uploaded()
    const told = listen(ama)
    await next(told)
    const kofi = person()
    const his = await upload(house.service.as(kofi), formOf(randomBytes(10)))
    await given(house).ready(his.id)
    await given(house).ready(hers.id)

    for (;;) {
      const { data } = await next(told)
      expect(data.id).toBe(hers.id)
      if (data.status === 'ready') break
    }
  })

  it('tells someone who comes back what they have missed', async () => {
    const file = await uploaded()
    const told = listen(ama)
    const { id: lastHeard } = await next(told)
    readers.pop()?.abort()
    await given(house).ready(file.id)

    expect(await nextWith(listen(ama, lastHeard), { status: 'ready' })).toMatchObject({ data: { id: file.id } })
  })

  it('ends the streams when the database connection is lost, and hears again', async () => {
    const file = await uploaded()
    const told = listen(ama)
    await next(told)

    await house.database.db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and query like 'listen %'
    `)

    // Whatever is still on its way, and then the end.
    while (!(await told.next()).done);
    await expect
      .poll(
        async () => {
          const again = listen(ama)
          await next(again)
          const heard = again.next()
          await house.database.db.run(sql`update media_file set progress = 50 where id = ${file.id}`)
          const first = await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 1_000))])
          return (first as { value?: Told } | undefined)?.value?.data.progress
        },
        { timeout: 30_000 },
      )
      .toBe(50)
  })

  it('asks for a session', async () => {
    expect((await house.service.as(null).fetch('/api/media/events')).status).toBe(401)
  })
})
