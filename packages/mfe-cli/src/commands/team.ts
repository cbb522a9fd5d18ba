import { RegistryApi } from '@griot/contracts/module-endpoints'
import { CiClaims, type Team, TokenScope, WebhookEvent } from '@griot/contracts/module-team'
import { z } from 'zod'
import { type Command, parseModule } from '../command.ts'
import { type Output, refused, usage } from '../output.ts'

/** Shows the team of a module, or changes it. */
export const team: Command = async ({ client, words, options, out }) => {
  const params = { module: parseModule(words) }
  const { add, remove, owner = false, ci, scopes, 'remove-ci': removedRule } = options
  if (add !== undefined) {
    await client.send(RegistryApi.saveMember, { params, body: { email: add, isOwner: owner } })
  }
  if (remove !== undefined) {
    const { members } = await client.send(RegistryApi.readTeam, { params })
    const member = members.find(({ email }) => email.toLowerCase() === remove.toLowerCase())
    if (!member) throw refused(`${remove} is not a member of ${params.module}.`)
    await client.send(RegistryApi.removeMember, { params: { ...params, user: member.userId } })
  }
  if (ci !== undefined) {
    await client.send(RegistryApi.addCiRule, {
      params,
      body: { claims: parseClaims(ci), scopes: parseList(TokenScope, scopes, 'deploy,release') },
    })
  }
  if (removedRule !== undefined) {
    await client.send(RegistryApi.removeCiRule, { params: { ...params, id: removedRule } })
  }
  if (options.webhook !== undefined) {
    const body = { url: options.webhook, events: parseList(WebhookEvent, options.events, 'release,rollback,budget') }
    const { secret } = await client.send(RegistryApi.addWebhook, { params, body })
    out.facts({ secret })
    if (secret !== null) out.line(`Secret of the webhook, shown only once: ${secret}`)
  }
  if (options['remove-webhook'] !== undefined) {
    await client.send(RegistryApi.removeWebhook, { params: { ...params, id: options['remove-webhook'] } })
  }
  const shown = await client.send(RegistryApi.readTeam, { params })
  const { webhooks } = await client.send(RegistryApi.listWebhooks, { params })
  out.facts({ ...shown, webhooks })
  showTeam(out, shown)
  for (const { id, host, events, problem } of webhooks) {
    out.line(`hook    ${host}  ${events.join(', ')}${problem === null ? '' : `  FAILED: ${problem}`}  (${id})`)
  }
}

const parseClaims = (pairs: readonly string[]) => {
  const claims = Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)]
    }),
  )
  const parsed = CiClaims.safeParse(claims)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw usage(issue?.message ?? 'Name claims: --ci repository=org/charts --ci ref=refs/heads/main.')
  }
  return parsed.data
}

/** A comma-separated list of known words. */
const parseList = <Word extends string>(word: z.ZodType<Word>, text: string | undefined, all: string): Word[] => {
  const parsed = z
    .array(word)
    .min(1)
    .safeParse((text ?? all).split(','))
  if (!parsed.success) throw usage(`Choose from ${all}, with commas between them.`)
  return parsed.data
}

const showTeam = (out: Output, { members, ciRules }: Team) => {
  if (members.length + ciRules.length === 0)
    out.line('The module has no team. Add an owner: --add ama@example.org --owner')
  for (const { email, name, isOwner } of members) {
    out.line(`${isOwner ? 'owner ' : 'member'}  ${email}${name === '' ? '' : `  ${name}`}`)
  }
  for (const { id, claims, scopes } of ciRules) {
    const all = Object.entries(claims).map(([claim, value]) => `${claim}=${value}`)
    out.line(`CI      ${all.join(' ')}  may ${scopes.join(' and ')}  (${id})`)
  }
}
