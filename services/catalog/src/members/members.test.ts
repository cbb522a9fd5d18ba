import {
  AcceptInvitation,
  ChangeMemberRole,
  DeclineInvitation,
  GetInvitation,
  GetPodcastAccess,
  InviteMember,
  ListInvitations,
  ListMembers,
  RemoveMember,
  RevokeInvitation,
} from '@griot/contracts/catalog/members'
import { UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { ListNotices } from '@griot/contracts/notices'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { invite, join, tokenOf } from '../testing/team.ts'
import { deleteOldInvitations } from './invitations.queries.ts'

let catalog: TestCatalog
let ama: Person
let showId: string
const kofi = person({ firstName: 'Kofi', lastName: 'Annan', email: 'Kofi@example.org' })

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  ama = person()
  showId = (await catalog.podcast(ama)).id
})

const accept = (who: Person, token: string) => catalog.as(who).call(AcceptInvitation, { params: { token } })
const look = (who: Person, token: string) => catalog.as(who).call(GetInvitation, { params: { token } })
const change = (who: Person, userId: string, role: MemberRole) =>
  catalog.as(who).call(ChangeMemberRole, { params: { id: showId, userId }, body: { role } })
const remove = (who: Person, userId: string) => catalog.as(who).call(RemoveMember, { params: { id: showId, userId } })
const members = async (who: Person = ama) => {
  const list = await catalog.as(who).call(ListMembers, { params: { id: showId } })
  return list.map(({ userId, role }) => [userId, role])
}
const audited = async () => {
  const Row = z.object({
    action: z.string(),
    concerns: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  const rows = await catalog.db.many(
    Row,
    sql`
      select action, concerns_id as concerns, details from audit_entry where subject_id = ${showId} order by created_at
    `,
  )
  return rows.map(({ action, concerns, details }) => [action, concerns, details])
}

describe('an invitation', () => {
  it('makes one person a member, and records it in the audit log', async () => {
    const token = await invite(catalog, ama, showId, 'editor')

    expect(await look(kofi, token)).toMatchObject({ podcastId: showId, role: 'editor', inviterName: 'Ama Mensah' })
    expect(await accept(kofi, token)).toEqual({ podcastId: showId, role: 'editor' })

    expect(await members()).toEqual([
      [ama.id, 'owner'],
      [kofi.id, 'editor'],
    ])
    const refused = { status: 409, code: 'invitation.used' }
    await expect(accept(person(), token)).rejects.toMatchObject(refused)
    await expect(look(person(), token)).rejects.toMatchObject(refused)
    await expect(accept(kofi, token)).rejects.toMatchObject(refused)
    expect(await audited()).toEqual([
      ['member.invited', ama.id, { role: 'editor' }],
      ['member.joined', kofi.id, { role: 'editor' }],
    ])
  })

  it('is accepted once by two people at the same time', async () => {
    const token = await invite(catalog, ama, showId, 'editor')

    const outcomes = await Promise.allSettled([person(), person(), person()].map((who) => accept(who, token)))

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await members()).toHaveLength(2)
  })

  it('is stored as a hash', async () => {
    const token = await invite(catalog, ama, showId, 'editor')
    const { rows } = await catalog.db.pool.query('select row_to_json(i)::text as text from podcast_invitation i')

    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('with an address is for the person with this verified address only', async () => {
    const token = await invite(catalog, ama, showId, 'analyst', 'kofi@Example.org')

    const refused = { status: 403, code: 'invitation.other_person' }
    await expect(look(person(), token)).rejects.toMatchObject(refused)
    await expect(accept(person({ email: kofi.email, emailIsVerified: false }), token)).rejects.toMatchObject(refused)
    await accept(kofi, token)

    const sentence = 'The person with this address is a member of this show already.'
    await expect(invite(catalog, ama, showId, 'editor', 'KOFI@example.org')).rejects.toMatchObject({
      status: 409,
      fields: { email: sentence },
    })
    await expect(invite(catalog, ama, showId, 'editor', ama.email)).rejects.toMatchObject({ status: 409 })
    await expect(invite(catalog, ama, showId, 'editor', 'no address')).rejects.toMatchObject({
      status: 400,
      fields: { email: 'Please enter an e-mail address.' },
    })
  })

  it('cannot be used after it was revoked or declined, or has expired', async () => {
    const revoked = await catalog
      .as(ama)
      .call(InviteMember, { params: { id: showId }, body: { role: 'editor', email: '' } })
    await catalog.as(ama).call(RevokeInvitation, { params: { id: showId, invitationId: revoked.id } })
    await expect(accept(kofi, tokenOf(revoked.link))).rejects.toMatchObject({ code: 'invitation.revoked' })
    const again = catalog.as(ama).call(RevokeInvitation, { params: { id: showId, invitationId: revoked.id } })
    await expect(again).rejects.toMatchObject({ status: 404, code: 'invitation.not_found' })

    const declined = await invite(catalog, ama, showId, 'editor')
    await catalog.as(kofi).call(DeclineInvitation, { params: { token: declined } })
    await expect(accept(kofi, declined)).rejects.toMatchObject({ code: 'invitation.revoked' })

    const late = await invite(catalog, ama, showId, 'editor')
    await catalog.db.run(sql`update podcast_invitation set expires_at = clock_timestamp() where used_at is null`)
    await expect(accept(kofi, late)).rejects.toMatchObject({ status: 409, code: 'invitation.expired' })

    await expect(accept(kofi, 'invented')).rejects.toMatchObject({ status: 404, code: 'invitation.not_found' })
    expect(await members()).toEqual([[ama.id, 'owner']])
  })

  it('is refused for a person who is a member already', async () => {
    const editor = await join(catalog, ama, showId, 'editor')

    for (const who of [editor, ama]) {
      const token = await invite(catalog, ama, showId, 'owner')
      await expect(accept(who, token)).rejects.toMatchObject({
        status: 409,
        sentence: 'You are a member of this show already. An owner can change your role.',
      })
    }
  })

  it('is listed while it can be accepted, page by page', async () => {
    for (const role of ['owner', 'editor', 'analyst'] as const) await invite(catalog, ama, showId, role)
    const list = (query: { limit?: number; cursor?: string }) =>
      catalog.as(ama).fetch(`/api/podcast/${showId}/invitations?${new URLSearchParams(Object(query))}`)
    const first = await list({ limit: 2 })
    const next = new URL(first.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '', 'http://same.origin')

    expect(await first.json()).toMatchObject([{ role: 'analyst' }, { role: 'editor' }])
    expect(await (await catalog.as(ama).fetch(next.pathname + next.search)).json()).toMatchObject([{ role: 'owner' }])
    await catalog.db.run(sql`update podcast_invitation set expires_at = clock_timestamp() - interval '15 days'`)
    expect(await catalog.as(ama).call(ListInvitations, { params: { id: showId } })).toEqual([])
    await deleteOldInvitations(catalog.db)
    expect(await catalog.db.run(sql`select from podcast_invitation where podcast_id = ${showId}`)).toBe(0)
  })
})

describe('the members of a show', () => {
  it('get one notice of each change by another member', async () => {
    const owner = await join(catalog, ama, showId, 'owner')
    const editor = await join(catalog, owner, showId, 'editor')
    const titles = async (who: Person) => (await catalog.as(who).call(ListNotices, {})).map(({ title }) => title)
    expect(await titles(owner)).toEqual(['An invitation was accepted'])
    expect(await titles(ama)).toEqual(['An invitation was accepted', 'An invitation was accepted'])

    await change(owner, editor.id, 'analyst')
    await change(owner, editor.id, 'analyst')
    await remove(owner, editor.id)
    await remove(owner, 'me')

    expect(await catalog.as(editor).call(ListNotices, {})).toMatchObject([
      { title: 'You were removed from a show', text: expect.stringContaining('Kitchen Table Economics'), link: null },
      { title: 'Your role in a show changed', text: 'You are an analyst of “Kitchen Table Economics” now.' },
    ])
    expect(await titles(owner)).toHaveLength(1)
    expect(await titles(ama)).toHaveLength(2)
  })

  it('change their roles, leave and are removed, with entries in the audit log', async () => {
    const [owner, editor] = [await join(catalog, ama, showId, 'owner'), await join(catalog, ama, showId, 'editor')]

    expect(await change(owner, editor.id, 'analyst')).toMatchObject({ role: 'analyst' })
    await expect(
      catalog.as(editor).call(UpdatePodcast, { params: { id: showId }, body: { description: 'x' } }),
    ).rejects.toMatchObject({ status: 403, message: expect.stringContaining('Your role in this show is analyst.') })
    await remove(editor, 'me')
    await expect(catalog.as(editor).call(GetPodcastAccess, { params: { id: showId } })).rejects.toMatchObject({
      status: 404,
    })
    await remove(ama, owner.id)

    expect(await members()).toEqual([[ama.id, 'owner']])
    expect((await audited()).slice(4)).toEqual([
      ['member.role_changed', editor.id, { role: 'analyst', before: 'editor' }],
      ['member.removed', editor.id, { role: 'analyst', hasLeft: true }],
      ['member.removed', owner.id, { role: 'owner', hasLeft: false }],
    ])
    await expect(change(ama, editor.id, 'owner')).rejects.toMatchObject({ code: 'podcast_member.not_found' })
  })

  it('cannot remove, demote or lose the host, the last owner', async () => {
    const owner = await join(catalog, ama, showId, 'owner')

    const refused = { status: 409, code: 'podcast_member.is_host' }
    await expect(remove(owner, ama.id)).rejects.toMatchObject(refused)
    await expect(change(owner, ama.id, 'editor')).rejects.toMatchObject(refused)
    await expect(remove(ama, 'me')).rejects.toMatchObject({
      ...refused,
      sentence: 'You stay an owner, because the show runs under your account.',
    })
    expect(await members()).toHaveLength(2)
  })

  it('cannot act as owners once they wait for a change that takes the role from them', async () => {
    const owner = await join(catalog, ama, showId, 'owner')
    const other = await catalog.db.pool.connect()
    await other.query('begin')
    await other.query('select from podcast where id = $1 for update', [showId])

    const attempts = Promise.allSettled([
      change(owner, owner.id, 'owner'),
      catalog.as(owner).call(InviteMember, { params: { id: showId }, body: { role: 'owner', email: '' } }),
    ])
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => catalog.db.run(waiting)).toBe(2)
    await other.query(`update podcast_member set role = 'editor' where user_id = $1`, [owner.id])
    await other.query('commit')
    other.release()

    expect(await attempts).toMatchObject([{ reason: { status: 403 } }, { reason: { status: 403 } }])
    expect(await members()).toEqual([
      [ama.id, 'owner'],
      [owner.id, 'editor'],
    ])
  })

  it('see addresses as owners only', async () => {
    const [owner, analyst] = [await join(catalog, ama, showId, 'owner'), await join(catalog, ama, showId, 'analyst')]
    const addresses = async (who: Person) =>
      (await catalog.as(who).call(ListMembers, { params: { id: showId } })).map(({ email }) => email)

    expect(await addresses(owner)).toEqual([null, owner.email, analyst.email])
    expect(await addresses(analyst)).toEqual([null, null, null])
    expect(await addresses(person({ roles: ['admin'] }))).toEqual([null, null, null])
  })
})
