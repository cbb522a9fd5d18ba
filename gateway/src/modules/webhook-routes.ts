import { RegistryApi } from '@griot/contracts/module-endpoints'
import { notFound, refused } from '@griot/service-kit/http/errors'
import type { Platform } from './registry.ts'
import { on, type Route } from './registry-route.ts'
import { listMembers } from './team.queries.ts'
import { requireMember } from './team-routes.ts'
import { deleteWebhook, insertWebhook, listWebhooks } from './webhooks.queries.ts'
import { MAILTO, newWebhookSecret } from './webhooks.ts'

const MAX_WEBHOOKS = 10

/** Only members receive e-mails, so that a team cannot send them to other people. Throws 422 for other addresses. */
const mailAddress = async ({ db, sendMail }: Platform, module: string, url: string) => {
  if (sendMail === undefined)
    throw refused('webhook.no_mail', 'This installation sends no e-mail: SMTP_URL is not set.')
  const asked = new URL(url).pathname.toLowerCase()
  const member = (await listMembers(db, module)).find(({ email }) => email.toLowerCase() === asked)
  if (member === undefined) throw refused('webhook.not_member', `${asked} is not the address of a member of ${module}.`)
  return `${MAILTO}${member.email}`
}

/** The addresses that get messages about a module. Managed by owners and admins. */
export const webhookRoutes = (platform: Platform): Route[] => {
  const { db } = platform
  return [
    on(RegistryApi.listWebhooks, 'any', async ({ caller, params: { module } }) => {
      requireMember(caller, module)
      return { webhooks: await listWebhooks(db, module) }
    }),

    on(RegistryApi.addWebhook, 'manage', async ({ caller, params: { module }, body }) => {
      if ((await listWebhooks(db, module)).length >= MAX_WEBHOOKS) {
        throw refused('webhook.too_many', `${module} has ${MAX_WEBHOOKS} webhooks. Remove one first.`)
      }
      const isMail = new URL(body.url).protocol === MAILTO
      const url = isMail ? await mailAddress(platform, module, body.url) : body.url
      const secret = newWebhookSecret()
      const added = await insertWebhook(db, { ...body, url, module, secret, addedBy: caller.name })
      return { ...added, secret: isMail ? null : secret }
    }),

    on(RegistryApi.removeWebhook, 'manage', async ({ params: { module, id } }) => {
      if ((await deleteWebhook(db, module, id)) === 0) throw notFound('webhook')
      return { removed: id }
    }),
  ]
}
