import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CiRule, Team as ModuleTeam, TeamMember, TeamToken } from '@griot/contracts/module-team'
import { moduleDocument, versionOf } from '@griot/module-registry/testing/built-module'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { AUDIENCE, MAIN, startCiIssuer } from '../testing/ci-issuer.ts'
import { openTeam, type Team } from '../testing/team.ts'

const ADMIN = 'admin@teams.example'
const MFE = fileURLToPath(new URL('../../../packages/mfe-cli/mfe.mjs', import.meta.url))

describe('the team of a module', () => {
  let issuer: Awaited<ReturnType<typeof startCiIssuer>>
  let team: Team
  let admin: Browser
  let people = 0

  beforeAll(async () => {
    issuer = await startCiIssuer()
    team = await openTeam({ ADMIN_EMAILS: ADMIN, CI_OIDC_ISSUER: issuer.issuer, CI_OIDC_AUDIENCE: AUDIENCE })
    admin = team.harness.browser()
    await admin.signIn({ email: ADMIN })
    await team.deploy(2)
  })
  afterAll(async () => {
    await team.close()
    issuer.close()
  })

  const signedIn = async (name: string) => {
    people += 1
    const email = `${name}-${people}@teams.example`
    const browser = team.harness.browser()
    await browser.signIn({ email })
    return { email, browser }
  }

  const ask = async <Body = { code?: string; message?: string }>(
    browser: Browser,
    method: string,
    place: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const { status, text } = await browser.request(`/mfe/v1/${place}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status, body: JSON.parse(text) as Body }
  }
  const asCi = async (claims: Record<string, string>, odd?: Parameters<typeof issuer.sign>[1]) => ({
    authorization: `Bearer ${await issuer.sign(claims, odd)}`,
  })
  const readTeam = async (browser: Browser, module = 'rewards') =>
    (await ask<ModuleTeam>(browser, 'GET', `modules/${module}/team`)).body

  describe('with members', () => {
    let owner: Awaited<ReturnType<typeof signedIn>>
    beforeEach(async () => {
      for (const { userId } of (await readTeam(admin)).members) {
        await ask(admin, 'DELETE', `modules/rewards/team/${userId}`)
      }
      owner = await signedIn('owner')
      await ask(admin, 'PUT', 'modules/rewards/team', { email: owner.email, isOwner: true })
    })

    it('is managed by admins and owners, not by members or other users', async () => {
      const member = await signedIn('member')
      const stranger = await signedIn('stranger')
      const added = await ask<TeamMember>(owner.browser, 'PUT', 'modules/rewards/team', {
        email: member.email.toUpperCase(),
      })
      expect(added).toMatchObject({ status: 200, body: { email: member.email, isOwner: false } })

      const { members, isManaged } = await readTeam(member.browser)
      expect(members.map(({ email, isOwner }) => [email, isOwner])).toEqual([
        [owner.email, true],
        [member.email, false],
      ])
      expect(isManaged).toBe(false)
      const add = { email: stranger.email }
      expect(await ask(member.browser, 'PUT', 'modules/rewards/team', add)).toMatchObject({ status: 403 })
      expect(await ask(owner.browser, 'PUT', 'modules/listener/team', add)).toMatchObject({
        status: 403,
        body: { code: 'token.other_module' },
      })
      expect(await ask(stranger.browser, 'GET', 'modules/rewards/team')).toMatchObject({
        status: 403,
        body: { code: 'registry.forbidden' },
      })
      expect(await ask(owner.browser, 'PUT', 'modules/rewards/team', { email: 'none@teams.example' })).toMatchObject({
        status: 422,
        body: { code: 'member.unknown' },
      })
    })

    it('keeps its last owner unless an admin removes them', async () => {
      const [{ userId } = { userId: '' }] = (await readTeam(owner.browser)).members
      const place = `modules/rewards/team/${userId}`
      expect((await ask(owner.browser, 'DELETE', place)).body.code).toBe('member.last_owner')
      const demoted = await ask(owner.browser, 'PUT', 'modules/rewards/team', { email: owner.email })
      expect(demoted.body.code).toBe('member.last_owner')

      expect((await ask(admin, 'DELETE', place)).status).toBe(200)
      expect((await ask(owner.browser, 'GET', 'status')).status).toBe(403)
    })

    it('releases its module in the browser, and no other one', async () => {
      const { browser } = owner
      const promote = (module: string) =>
        ask(browser, 'POST', `env/prod/modules/${module}/promote`, { version: versionOf(2), dryRun: true })

      expect((await promote('rewards')).status).toBe(200)
      expect(await promote('listener')).toMatchObject({ status: 403, body: { code: 'token.other_module' } })
      const freeze = await ask(browser, 'POST', 'env/prod/freeze', { reason: 'mine' })
      expect(freeze).toMatchObject({ status: 403, body: { code: 'registry.forbidden' } })
    })

    it('creates tokens that end with the membership', async () => {
      const member = await signedIn('tokens')
      const { body } = await ask<TeamMember>(owner.browser, 'PUT', 'modules/rewards/team', { email: member.email })
      const asked = { module: 'rewards', label: 'laptop', scopes: ['deploy'] }
      expect((await ask(member.browser, 'POST', 'tokens', { ...asked, module: 'listener' })).status).toBe(403)
      expect((await ask(member.browser, 'POST', 'tokens', { ...asked, manages: true })).status).toBe(403)
      const { token } = (await ask<{ token: string }>(member.browser, 'POST', 'tokens', asked)).body
      const headers = { authorization: `Bearer ${token}` }
      const anyone = team.harness.browser()
      const plan = () =>
        ask(anyone, 'POST', 'modules/rewards/plan', { document: moduleDocument('rewards', 2) }, headers)

      expect((await plan()).status).toBe(200)
      const { body: listed } = await ask<TeamToken[]>(owner.browser, 'GET', 'tokens')
      expect(listed.filter(({ module }) => module !== 'rewards')).toEqual([])
      expect(listed.map(({ createdBy }) => createdBy)).toContain(`member ${body.userId}`)
      // A token creates no tokens.
      expect((await ask(anyone, 'POST', 'tokens', asked, headers)).status).toBe(403)
      await ask(owner.browser, 'DELETE', `modules/rewards/team/${body.userId}`)
      expect(await plan()).toMatchObject({ status: 401, body: { code: 'token.unknown' } })
    })

    it('lets a token change the team only if it was created for that', async () => {
      const member = await signedIn('by-token')
      const tokenWith = async (manages: boolean) => {
        const asked = { module: 'rewards', label: 'laptop', scopes: ['deploy'], manages }
        return (await ask<{ token: string }>(owner.browser, 'POST', 'tokens', asked)).body.token
      }
      const add = async (token: string) =>
        ask(
          team.harness.browser(),
          'PUT',
          'modules/rewards/team',
          { email: member.email },
          {
            authorization: `Bearer ${token}`,
          },
        )

      expect((await add(await tokenWith(false))).body.code).toBe('token.scope')
      expect((await add(await tokenWith(true))).status).toBe(200)
    })
  })

  describe('with a rule for CI jobs', () => {
    const branch = { ...MAIN, sub: 'repo:org/charts:ref:refs/heads/new', ref: 'refs/heads/new' }
    const anyone = () => team.harness.browser()
    const plan = (module: string, headers: Record<string, string>) =>
      ask(anyone(), 'POST', `modules/${module}/plan`, { document: moduleDocument(module, 2) }, headers)
    const promote = (headers: Record<string, string>, more: object = {}) =>
      ask(
        anyone(),
        'POST',
        'env/prod/modules/rewards/promote',
        { version: versionOf(2), dryRun: true, ...more },
        headers,
      )
    const rule = (claims: object, scopes = ['deploy']) =>
      ask<CiRule & { code?: string; fields?: object }>(admin, 'POST', 'modules/rewards/ci', { claims, scopes })

    beforeEach(async () => {
      for (const { id } of (await readTeam(admin)).ciRules) await ask(admin, 'DELETE', `modules/rewards/ci/${id}`)
    })

    it('returns 503 while the keys of the CI service cannot be read', async () => {
      const plan = async () =>
        ask(anyone(), 'POST', 'modules/rewards/plan', { document: moduleDocument('rewards', 2) }, await asCi(MAIN))
      issuer.failKeys(true)
      expect(await plan()).toMatchObject({ status: 503, body: { code: 'ci.unavailable' } })
      issuer.failKeys(false)
      expect((await plan()).status).not.toBe(503)
    })

    it('lets jobs of the branches deploy, and only those of main release', async () => {
      expect((await rule({ repository: 'org/charts', ref: 'refs/heads/*' })).status).toBe(201)
      await rule({ repository: 'org/charts', ref: 'refs/heads/main' }, ['deploy', 'release'])

      expect((await plan('rewards', await asCi(branch))).status).toBe(200)
      expect(await plan('listener', await asCi(branch))).toMatchObject({ body: { code: 'token.other_module' } })
      expect(await promote(await asCi(branch))).toMatchObject({ status: 403, body: { code: 'token.scope' } })
      expect((await promote(await asCi(MAIN))).status).toBe(200)
      expect((await promote(await asCi(MAIN), { force: true })).body.code).toBe('force.second_person')
    })

    it('is set with the mfe command, which finds the token of a job itself', async () => {
      const mfe = async (env: Record<string, string>, ...words: string[]) => {
        const all = { PATH: process.env.PATH ?? '', MFE_ORIGIN: `http://127.0.0.1:${team.harness.port}`, ...env }
        const { stdout } = await promisify(execFile)(process.execPath, [MFE, ...words, '--json'], { env: all })
        return JSON.parse(stdout)
      }
      const asked = { module: 'rewards', label: 'laptop', scopes: ['release'], manages: true }
      const { token } = (await ask<{ token: string }>(admin, 'POST', 'tokens', asked)).body
      const claims = ['--ci', 'repository=org/charts', '--ci', 'ref=refs/heads/main']

      const { ciRules } = await mfe({ MFE_TOKEN: token }, 'team', 'rewards', ...claims, '--scopes', 'release')
      expect(ciRules).toMatchObject([
        { claims: { repository: 'org/charts', ref: 'refs/heads/main' }, scopes: ['release'] },
      ])
      const hooked = await mfe(
        { MFE_TOKEN: token },
        'team',
        'rewards',
        '--webhook',
        'https://a.example/b',
        '--events',
        'release',
      )
      expect(hooked).toMatchObject({
        secret: expect.stringMatching(/^whsec_/),
        webhooks: [{ host: 'https://a.example', events: ['release'] }],
      })
      const [{ id }] = hooked.webhooks
      expect((await mfe({ MFE_TOKEN: token }, 'team', 'rewards', '--remove-webhook', id)).webhooks).toEqual([])
      const ofJob = {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.issuer}/job?of=this`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
        MFE_AUDIENCE: AUDIENCE,
      }
      const promoted = await mfe(ofJob, 'promote', `rewards@${versionOf(2)}`, '--dry-run')
      expect(promoted.change.by).toBe(`CI ${MAIN.sub}`)
    })

    it('rejects jobs without a rule', async () => {
      await rule({ repository: 'org/charts', ref: 'refs/heads/main' })

      for (const claims of [branch, { ...MAIN, repository: 'org/charts-2' }, { ...MAIN, repository: 'other/charts' }]) {
        expect(await plan('rewards', await asCi(claims))).toMatchObject({ status: 403, body: { code: 'ci.no_rule' } })
      }
    })

    it('rejects tokens that are forged, expired or for another audience', async () => {
      await rule({ repository: 'org/charts' })

      expect((await plan('rewards', await asCi(MAIN))).status).toBe(200)
      for (const odd of [{ isForged: true }, { expires: '-1m' }, { audience: 'https://other.example' }]) {
        expect(await plan('rewards', await asCi(MAIN, odd))).toMatchObject({
          status: 401,
          body: { code: 'token.unknown' },
        })
      }
    })

    it('refuses a rule that matches jobs of other projects', async () => {
      for (const claims of [
        {},
        { ref: 'refs/heads/main' },
        { repository: '*' },
        { repository: 'org*' },
        { sub: 'repo:*' },
      ]) {
        expect((await rule(claims)).status).toBe(400)
      }
      expect((await rule({ sub: 'repo:org/charts:*' })).status).toBe(201)
    })
  })
})
