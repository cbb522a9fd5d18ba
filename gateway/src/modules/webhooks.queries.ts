import { Webhook, type WebhookEvent, type WebhookMessage } from '@griot/contracts/module-team'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const MAX_ATTEMPTS = 8
const AT_ONCE = 20

export const listWebhooks = (db: Queryable, module: string) =>
  db.many(
    Webhook,
    sql`
      select webhook.id, substring(url from '^(?:mailto:)?(https://[^/?#]+|[^/?#]+)') as host, events, added_by as "addedBy",
        added_at as "addedAt", last.sent_at as "sentAt", last.problem
      from module_webhook webhook left join lateral (
        select sent_at, problem from module_delivery
        where webhook_id = webhook.id and attempts > 0 order by created_at desc limit 1
      ) last on true
      where module = ${module} order by added_at
    `,
  )

interface NewWebhook {
  module: string
  url: string
  secret: string
  events: readonly WebhookEvent[]
  addedBy: string
}

export const insertWebhook = (db: Queryable, { module, url, secret, events, addedBy }: NewWebhook) =>
  db.one(
    z.object({ id: z.string() }),
    sql`
      insert into module_webhook (module, url, secret, events, added_by)
      values (${module}, ${url}, ${secret}, ${[...events]}, ${addedBy}) returning id
    `,
  )

export const deleteWebhook = (db: Queryable, module: string, id: string) =>
  db.run(sql`delete from module_webhook where module = ${module} and id = ${id}`)

/** Queues a message for each webhook that wants it. The same source again has no effect. */
export const queueMessage = (db: Queryable, source: string, message: WebhookMessage) => {
  const event: WebhookEvent = message.type === 'failing' ? 'rollback' : message.type
  return db.run(sql`
    insert into module_delivery (webhook_id, source, body)
    select id, ${source}, ${JSON.stringify(message)} from module_webhook
    where module = ${message.module} and ${event} = any(events) and added_at <= ${message.at}::timestamptz
    on conflict (webhook_id, source) do nothing
  `)
}

const Delivery = z.object({ id: z.string(), url: z.string(), secret: z.string(), body: z.string() })
export type Delivery = z.output<typeof Delivery>

/** Returns messages that are due, each to one instance. A failed one is due again later: after 1, 2, 4 … minutes. */
export const takeDeliveries = (db: Queryable) =>
  db.many(
    Delivery,
    sql`
      update module_delivery delivery set
        attempts = attempts + 1,
        next_try_at = clock_timestamp() + power(2, attempts) * interval '1 minute'
      from module_webhook webhook
      where webhook.id = webhook_id and delivery.id in (
        select id from module_delivery
        where sent_at is null and attempts < ${MAX_ATTEMPTS} and next_try_at <= clock_timestamp()
        order by next_try_at limit ${AT_ONCE} for update skip locked
      )
      returning delivery.id, url, secret, body
    `,
  )

export const markSent = (db: Queryable, id: string) =>
  db.run(sql`update module_delivery set sent_at = clock_timestamp(), problem = null where id = ${id}`)

export const markFailed = (db: Queryable, id: string, problem: string) =>
  db.run(sql`update module_delivery set problem = ${problem} where id = ${id}`)

export const deleteOldDeliveries = (db: Queryable) =>
  db.run(sql`delete from module_delivery where created_at < clock_timestamp() - interval '30 days'`)
