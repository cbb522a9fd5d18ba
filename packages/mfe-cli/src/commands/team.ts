import { RegistryApi } from '@griot/contracts/module-endpoints'
import { CiClaims, type Team, TokenScope } from '@griot/contracts/module-registry'
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
    await client.send(RegistryApi.addCiRule, { params, body: { claims: parseClaims(ci), scopes: parseScopes(scopes) } })
  }
  if (removedRule !== undefined) {
    await client.send(RegistryApi.removeCiRule, { params: { ...params, id: removedRule } })
  }
  const shown = await client.send(RegistryApi.readTeam, { params })
  out.facts(shown)
  showTeam(out, shown)
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

const parseScopes = (text = 'deploy,release') => {
  const parsed = TokenScope.array().min(1).safeParse(text.split(','))
  if (!parsed.success) throw usage('--scopes must be deploy, release or both: --scopes deploy,release.')
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
