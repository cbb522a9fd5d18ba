import { createHmac, randomBytes } from 'node:crypto'
import type { CheckResult, Pointer } from '@griot/contracts/module-pointer'
import { type WebhookEvent, WebhookMessage } from '@griot/contracts/module-team'
import { latestRevision, readRevisions } from '@griot/module-registry/pointer'
import { FetchError } from '@griot/service-kit/fetch/fetch-error'
import type { PostPublic } from '@griot/service-kit/fetch/post-public'
import { repeatWork } from '@griot/service-kit/repeat-work'
import type { Platform } from './registry.ts'
import { type Delivery, markFailed, markSent, queueMessage, takeDeliveries } from './webhooks.queries.ts'

const PAUSE_MS = 2_000

/** Signatures have the format of Standard Webhooks (standardwebhooks.com), for which most languages have a library. */
const SECRET_PREFIX = 'whsec_'
export const newWebhookSecret = () => `${SECRET_PREFIX}${randomBytes(24).toString('base64')}`

const signMessage = (secret: string, { id, body }: Pick<Delivery, 'id' | 'body'>, seconds: number) => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export const MAILTO = 'mailto:'

interface Options extends Pick<Platform, 'db' | 'log' | 'store' | 'registry' | 'sendMail'> {
  post: PostPublic
  /** Of the links in messages. */
  origin: string | undefined
}

/** Sends messages about new revisions. Every instance runs it; each message is queued and sent once. */
export const startWebhooks = ({ db, log, store, registry, post, sendMail, origin = '' }: Options) => {
  /** All revisions up to this one are queued. Those before the start were queued by instances that ran then. */
  let queued: number | undefined

  const queueRevisions = async () => {
    queued ??= await latestRevision(store)
    const rev = registry.current()?.rev ?? 0
    if (rev <= queued) return
    const added = await readRevisions(store, rev, rev - queued)
    for (const pointer of added.reverse()) {
      const message = messageOf(pointer, origin)
      if (message) await queueMessage(db, `revision ${pointer.env} ${pointer.rev}`, message)
    }
    queued = rev
  }

  const mail = async ({ id, url, body }: Delivery) => {
    if (sendMail === undefined) throw new FetchError('This installation sends no e-mail.', { isPermanent: false })
    const { text, link } = WebhookMessage.parse(JSON.parse(body))
    try {
      await sendMail({ id, to: url.slice(MAILTO.length), subject: text, text: `${text}\n\n${link}\n` })
    } catch (cause) {
      throw new FetchError('The mail server did not accept it.', { isPermanent: false, cause })
    }
  }

  const postSigned = (delivery: Delivery) => {
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signMessage(delivery.secret, delivery, seconds),
    }
    return post(delivery.url, { headers, body: delivery.body })
  }

  const send = async (delivery: Delivery) => {
    try {
      await (delivery.url.startsWith(MAILTO) ? mail : postSigned)(delivery)
      await markSent(db, delivery.id)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      log.warn({ err: error, delivery: delivery.id }, 'webhook failed')
      await markFailed(db, delivery.id, error.message)
    }
  }

  const { close } = repeatWork({ what: 'sending webhooks', pauseMs: PAUSE_MS, log }, async () => {
    await queueRevisions()
    await Promise.all((await takeDeliveries(db)).map(send))
  })
  return { close }
}

const RELEASES: readonly string[] = ['promote', 'canary', 'publish', 'rollback']

/** Null for a change without a message. */
const messageOf = ({ at, change }: Pointer, origin: string): WebhookMessage | null => {
  if (!change?.module) return null
  const { module, action, from, to, by, percent, reason } = change
  const type: WebhookEvent | null = action === 'quarantine' ? 'rollback' : RELEASES.includes(action) ? 'release' : null
  if (type === null) return null
  const share = percent === undefined ? '' : ` for ${percent} %`
  const why = reason === undefined ? '' : `: ${reason}`
  const text =
    type === 'rollback'
      ? `${module} ${from} was rolled back to ${to} automatically${why}`
      : `${module} ${to}${share} (${action}) by ${by}${why}`
  return { type, module, version: to, text, at, link: `${origin}/mfe/${module}`, change }
}

interface Failing extends Pick<Platform, 'db'> {
  module: string
  version: string
  says: string
  origin: string | undefined
}

/** Queues a message about a version that fails for some users, once. Webhooks for automatic rollbacks get it. */
export const queueFailing = ({ db, module, version, says, origin = '' }: Failing) =>
  queueMessage(db, `failing ${version}`, {
    ...{
      type: 'failing',
      module,
      version,
      at: new Date().toISOString(),
      link: `${origin}/mfe/${module}`,
      change: null,
    },
    text: `${module} ${version} may be broken: ${says}. It was not rolled back automatically`,
  })

const BUDGET_CHECK = 'C8'

/** Queues a message if a deployed version is larger than its budget. */
export const reportBudget = async (
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { module, version }: { module: string; version: string },
  checks: readonly CheckResult[],
  origin: string,
) => {
  const exceeded = checks.find(({ id, outcome }) => id === BUDGET_CHECK && outcome === 'refuse')
  if (!exceeded) return
  const text = `${module} ${version} exceeds its budget: ${exceeded.says}`
  const at = new Date().toISOString()
  const message = { type: 'budget' as const, module, version, text, at, link: `${origin}/mfe/${module}`, change: null }
  await queueMessage(db, `budget ${version}`, message).catch((error: unknown) =>
    log.warn({ err: error, module, version }, 'message about a budget not queued'),
  )
}
