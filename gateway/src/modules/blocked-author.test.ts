import { pathFor } from '@griot/contracts/endpoint'
import type { TeamToken } from '@griot/contracts/module-team'
import { BlockPerson, UnblockPerson } from '@griot/contracts/people'
import { moduleDocument } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, send, signedIn } from '../testing/admin.ts'
import type { Browser } from '../testing/browser.ts'
import { AUDIENCE, MAIN, startCiIssuer } from '../testing/ci-issuer.ts'
import { respondJson } from '../testing/harness.ts'
import { openTeam, type Team } from '../testing/team.ts'

let issuer: Awaited<ReturnType<typeof startCiIssuer>>
let team: Team
let admin: Browser
beforeAll(async () => {
  issuer = await startCiIssuer()
  team = await openTeam({ ADMIN_EMAILS: ADMIN_EMAIL, CI_OIDC_ISSUER: issuer.issuer, CI_OIDC_AUDIENCE: AUDIENCE })
  for (const service of ['catalog', 'media'] as const) team.harness.services[service] = respondJson({})
  admin = (await signedIn(team.harness, ADMIN_EMAIL)).browser
})
afterAll(async () => {
  await team.close()
  issuer.close()
})

const registry = async <Body>(browser: Browser, method: string, place: string, body: object) => {
  const response = await send(browser, method, `/mfe/v1/${place}`, body)
  expect(response.status, response.text).toBeLessThan(300)
  return JSON.parse(response.text) as Body
}
const owner = async (email: string) => {
  const person = await signedIn(team.harness, email)
  await registry(admin, 'PUT', 'modules/rewards/team', { email, isOwner: true })
  return person
}
const block = (id: string) =>
  send(admin, 'POST', pathFor(BlockPerson, { params: { id } }), { reason: 'Spam', shows: 'keep' })
const unblock = (id: string) => send(admin, 'POST', pathFor(UnblockPerson, { params: { id } }), { reason: 'Appeal' })

const TOKEN = { module: 'rewards', label: 'laptop', scopes: ['deploy'], manages: true }
const createToken = async (browser: Browser) =>
  (await registry<TeamToken & { token: string }>(browser, 'POST', 'tokens', TOKEN)).token
const plan = async (token: string) => {
  const document = moduleDocument('rewards', 1)
  const { status } = await team.call('POST', 'modules/rewards/plan', { document }, { authorization: `Bearer ${token}` })
  return status
}

describe('the block of a user of the registry', () => {
  it('suspends the tokens of the member, and no others', async () => {
    const ama = await owner('ama@example.org')
    const kofi = await owner('kofi@example.org')
    const [hers, his] = [await createToken(ama.browser), await createToken(kofi.browser)]
    expect(await plan(hers)).toBe(200)

    expect((await block(ama.id)).status).toBe(200)
    expect(await plan(hers)).toBe(401)
    expect(await plan(his)).toBe(200)
    await unblock(ama.id)
    expect(await plan(hers)).toBe(200)
  })

  it('suspends the tokens of an admin', async () => {
    const esi = await signedIn(team.harness, 'esi@example.org')
    await team.harness.db.run(sql`update user_account set claimed_roles = '{admin}' where id = ${esi.id}`)
    await expect.poll(async () => (await esi.browser.request('/api/admin/people')).status).toBe(200)
    const token = await createToken(esi.browser)
    expect(await plan(token)).toBe(200)

    await block(esi.id)
    expect(await plan(token)).toBe(401)
    await unblock(esi.id)
    expect(await plan(token)).toBe(200)
  })

  it('suspends the rules for CI jobs that the user has added, in the browser or with a token', async () => {
    const yaa = await owner('yaa@example.org')
    const token = await createToken(yaa.browser)
    const rules = 'modules/rewards/ci'
    await registry(yaa.browser, 'POST', rules, { claims: { repository: 'org/charts' }, scopes: ['deploy'] })
    const byToken = { claims: { sub: MAIN.sub }, scopes: ['deploy'] }
    expect((await team.call('POST', rules, byToken, { authorization: `Bearer ${token}` })).status).toBe(201)
    expect(await plan(await issuer.sign(MAIN))).toBe(200)

    await block(yaa.id)
    expect(await plan(await issuer.sign(MAIN))).toBe(403)
    await registry(admin, 'POST', rules, byToken)
    expect(await plan(await issuer.sign(MAIN))).toBe(200)
  })
})
