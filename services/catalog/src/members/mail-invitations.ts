import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import type { SendMail } from '@griot/service-kit/mail/send-mail'
import { withinJob } from '@griot/service-kit/queue/job-context'
import type { OutboxOptions } from '@griot/service-kit/queue/outbox'
import { type Job, UnrecoverableError } from '@griot/service-kit/queue/queue'
import { findInvitation, type GivenInvitation, NOT_MAILED, setMailed, setNotMailed } from './invitations.queries.ts'
import { MailInvitation } from './mail-invitation.job.ts'
import { AS_ROLE } from './notify-members.ts'
import { hashOfToken } from './tokens.ts'

interface Options extends Pick<OutboxOptions, 'db' | 'queueing' | 'log'> {
  sendMail: SendMail
  origin: string
  productName: string
}

const formatDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const textOf = ({ inviterName, podcastTitle, role, expiresAt }: GivenInvitation, link: string, productName: string) =>
  [
    `${inviterName} invites you to the show “${podcastTitle}” on ${productName} as ${AS_ROLE[role]}.`,
    `Open this link and sign in with this e-mail address:\n${link}`,
    `The link works once, until ${formatDate.format(new Date(expiresAt))} UTC.`,
    'If you do not know the sender, ignore this message.',
  ].join('\n\n')

// SMTP replies from 500 are permanent, for example for an unknown address.
const isPermanent = (error: unknown) => Number((error as { responseCode?: unknown }).responseCode) >= 500

/** Admins find the failure in the audit log and count it on the overview: it can be one of the mail server. */
const recordNotMailed = (db: Db, invitationId: string) =>
  inTransaction(db, async (tx) => {
    const found = await setNotMailed(tx, invitationId)
    if (found === undefined) return
    const { podcastId, title, role, inviterId } = found
    const subject = { kind: 'podcast', id: podcastId, name: title } as const
    await recordAudit(tx, null, { action: NOT_MAILED, subject, concernsId: inviterId, details: { role } })
  })

/** Sends the invitations that have an address. The queue retries those that the mail server did not accept. */
export const mailInvitations = ({ db, queueing, log, sendMail, origin, productName }: Options) => {
  const send = async (job: Job<unknown>) => {
    const { invitationId, token } = MailInvitation.data.parse(job.data)
    const given = await findInvitation(db, hashOfToken(token))
    // It was used, revoked or deleted meanwhile.
    if (given === undefined || given.email === null || given.isExpired) return
    const subject = `${given.inviterName} invites you to “${given.podcastTitle}”`
    const text = textOf(given, new URL(`/invitation/${token}`, origin).href, productName)
    try {
      await sendMail({ id: `invitation-${invitationId}`, to: given.email, subject, text })
    } catch (error) {
      // Without the cause: the reply of a mail server may contain the address, and the queue stores the message.
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
      log.warn({ invitationId, code, responseCode, attempt: job.attemptsMade + 1 }, 'invitation not mailed')
      const sentence = 'The mail server did not accept the invitation.'
      throw isPermanent(error) ? new UnrecoverableError(sentence) : new Error(sentence)
    }
    await setMailed(db, invitationId)
    log.info({ invitationId }, 'invitation mailed')
  }

  const worker = queueing.worker<unknown>(MailInvitation.queue, (job) => withinJob(job, () => send(job)))
  worker.on('failed', (job) => {
    if (job?.finishedOn === undefined) return
    const { invitationId } = MailInvitation.data.parse(job.data)
    recordNotMailed(db, invitationId).catch((error: unknown) =>
      log.warn({ err: error, invitationId }, 'failure not recorded'),
    )
  })
  return worker
}
