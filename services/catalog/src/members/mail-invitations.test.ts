import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AcceptInvitation, InviteMember, ListInvitations, RevokeInvitation } from '@griot/contracts/catalog/members'
import { ReadAuditPart } from '@griot/service-kit/audit/list-audit'
import { createLog } from '@griot/service-kit/log/log'
import { createSendMail } from '@griot/service-kit/mail/send-mail'
import { ReadFailedInvitations } from '@griot/service-kit/overview/overview-part'
import { startOutbox } from '@griot/service-kit/queue/outbox'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { MailInvitation } from './mail-invitation.job.ts'
import { mailInvitations } from './mail-invitations.ts'

const log = createLog('catalog', 'silent')
let catalog: TestCatalog
let mailServer: SMTPServer
let queueing: ReturnType<typeof createQueueing>
let outbox: ReturnType<typeof startOutbox>
let ama: Person
let showId: string
const mails: { to: string[]; text: string }[] = []
/** The replies of the mail server to the next messages; 250 without one. */
const replies: number[] = []

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const received = { to: session.envelope.rcptTo.map(({ address }) => address), text: await text(stream) }
      const responseCode = replies.shift()
      if (responseCode !== undefined) {
        done(Object.assign(new Error(`not for ${received.to}`), { responseCode }))
        return
      }
      mails.push(received)
      done()
    },
  })
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  catalog = await startCatalog({ sendsMail: true })
  queueing = createQueueing({ databaseUrl: catalog.database.url, redisUrl: catalog.redisUrl, log })
  const sendMail = createSendMail({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'griot@mail.example' })
  if (sendMail === undefined) throw new Error('no mail server')
  const parts = { db: catalog.db, queueing, log }
  outbox = startOutbox({ ...parts, attempts: { [MailInvitation.name]: 2 } })
  mailInvitations({ ...parts, sendMail, origin: 'https://griot.example', productName: 'Griot' })
})
afterAll(async () => {
  await outbox.close()
  await queueing.close()
  mailServer.close()
  await catalog.close()
})
beforeEach(async () => {
  ama = person()
  showId = (await catalog.podcast(ama)).id
  mails.length = 0
  replies.length = 0
})

const invite = async (email: string) => {
  const invitation = await catalog
    .as(ama)
    .call(InviteMember, { params: { id: showId }, body: { role: 'editor', email } })
  outbox.kick()
  return invitation
}
const stateOf = async (id: string) =>
  (await catalog.as(ama).call(ListInvitations, { params: { id: showId } })).find((one) => one.id === id)?.mail
const TIMEOUT = { timeout: 20_000 }

describe('an invitation with an address', () => {
  it('is mailed with inviter, show, role, link and last day', async () => {
    const esi = person({ email: 'esi@example.org' })
    const { id, link, mail } = await invite(esi.email)
    expect(mail).toBe('pending')

    await expect.poll(() => stateOf(id), TIMEOUT).toBe('sent')

    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([esi.email])
    // Quoted-printable: a soft line break is "=" at the end of a line.
    const content = mails[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(content).toContain('Ama Mensah invites you to the show')
    expect(content).toContain('Kitchen Table Economics')
    expect(content).toContain('as an editor.')
    expect(content).toContain(`https://griot.example${link}`)
    expect(content).toMatch(/The link works once, until \w+ \d+, \d{4} at/)
    const token = link.split('/').at(-1) ?? ''
    expect(await catalog.as(esi).call(AcceptInvitation, { params: { token } })).toMatchObject({ role: 'editor' })
  })

  it('is mailed again if the mail server refuses it for now', async () => {
    replies.push(451)
    const { id } = await invite('esi@example.org')
    await expect.poll(() => stateOf(id), TIMEOUT).toBe('sent')
    expect(mails).toHaveLength(1)
  })

  it('is shown as failed after a permanent refusal, and the queue does not store the address', async () => {
    replies.push(550)
    const { id } = await invite('unknown@example.org')
    await expect.poll(() => stateOf(id), TIMEOUT).toBe('failed')
    expect(mails).toEqual([])
    const job = await queueing.queue(MailInvitation.queue).getJob(MailInvitation.id({ invitationId: id, token: '' }))
    expect(job?.failedReason).toBe('The mail server did not accept the invitation.')
    expect(JSON.stringify(job?.asJSON())).not.toContain('unknown@example.org')
  })

  it('is counted for admins after the last attempt, with an entry in the audit log', async () => {
    const desk = catalog.as(person({ roles: ['admin'] }))
    const { notMailed } = await desk.call(ReadFailedInvitations, {})
    replies.push(451, 451)
    const { id } = await invite('esi@example.org')
    await expect.poll(() => stateOf(id), TIMEOUT).toBe('failed')

    expect(await desk.call(ReadFailedInvitations, {})).toEqual({ notMailed: notMailed + 1 })
    const entries = await desk.call(ReadAuditPart, { query: { limit: 10, action: 'invitation.not_mailed' } })
    expect(entries[0]).toMatchObject({
      subjectId: showId,
      concernsId: ama.id,
      actorId: null,
      details: { role: 'editor' },
    })
    expect(JSON.stringify(entries)).not.toContain('esi@example.org')
    expect((await catalog.as(ama).fetch(ReadFailedInvitations.path)).status).toBe(404)
  })

  it('is not mailed after it was revoked', async () => {
    const { id } = await catalog
      .as(ama)
      .call(InviteMember, { params: { id: showId }, body: { role: 'editor', email: 'esi@example.org' } })
    await catalog.as(ama).call(RevokeInvitation, { params: { id: showId, invitationId: id } })
    outbox.kick()
    const later = await invite('kofi@example.org')
    await expect.poll(() => stateOf(later.id), TIMEOUT).toBe('sent')
    expect(mails.map(({ to }) => to)).toEqual([['kofi@example.org']])
  })

  it('is not mailed without an address', async () => {
    expect(await invite('')).toMatchObject({ mail: null })
  })
})
