import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Webhook, WebhookMessage } from '@griot/contracts/module-team'
import { moduleDocument, moduleFiles, versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { createPoster } from '@griot/service-kit/fetch/post-public'
import { hasOpenssl } from '@griot/service-kit/testing/certificates'
import { startHttpsPeer } from '@griot/service-kit/testing/https-peer'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openTeam, type Team } from '../testing/team.ts'

const ADMIN = 'admin@webhooks.example'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

describe.runIf(hasOpenssl)('the webhooks of a module', () => {
  let peer: Awaited<ReturnType<typeof startHttpsPeer>>
  let team: Team
  let mailServer: SMTPServer
  const mails: { to: string[]; text: string }[] = []
  let admin: Browser
  let status = 204
  const received: Received[] = []

  beforeAll(async () => {
    peer = await startHttpsPeer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(status).end()
    })
    mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: async (stream, session, done) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: await text(stream) })
        done()
      },
    })
    await once(mailServer.listen(0, '127.0.0.1'), 'listening')
    const { port } = mailServer.server.address() as AddressInfo
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'griot@webhooks.example' }
    team = await openTeam({ ADMIN_EMAILS: ADMIN, ...mail }, { post: createPoster(peer.options) })
    admin = team.harness.browser()
    await admin.signIn({ email: ADMIN })
  })
  afterAll(async () => {
    await team.close()
    peer.close()
    mailServer.close()
  })

  const ask = async (method: string, place: string, body?: object) => {
    const response = await admin.request(`/mfe/v1/modules/rewards/webhooks${place}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: JSON.parse(response.text) }
  }
  const messages = () => received.map(({ body }) => WebhookMessage.parse(JSON.parse(body)))
  const receive = (count: number) =>
    expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)

  it('receive signed messages about releases, automatic rollbacks and budgets, each once', async () => {
    const { body: added } = await ask('POST', '', { url: `${peer.origin}/hook?key=secret` })
    const second = await team.harness.startSecond()
    await team.deploy(2)
    const promoted = await team.change('rewards', 'promote', { version: versionOf(2), reason: 'new charts' })
    expect(promoted.status).toBe(200)
    await receive(1)
    await team.quarantine(2)
    await receive(2)
    const large = { ...moduleDocument('rewards', 3), budgets: { entry: 1, initial: 1 } }
    await team.deployed(large, moduleFiles('rewards', 3))
    await receive(3)

    expect(messages()).toMatchObject([
      {
        type: 'release',
        module: 'rewards',
        version: versionOf(2),
        change: { action: 'promote', reason: 'new charts' },
      },
      { type: 'rollback', module: 'rewards', version: versionOf(1), change: { action: 'quarantine' } },
      { type: 'budget', module: 'rewards', version: versionOf(3), change: null },
    ])
    expect(messages()[0]?.text).toMatch(/^rewards 0\.1\.0-g00000002 \(promote\) by rewards team .*: new charts$/)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const key = Buffer.from(added.secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    await second.close()
    const { webhooks } = (await ask('GET', '')).body as { webhooks: Webhook[] }
    expect(webhooks).toMatchObject([{ host: peer.origin, problem: null, events: ['release', 'rollback', 'budget'] }])
    expect(JSON.stringify(webhooks)).not.toContain('secret')
    expect((await ask('DELETE', `/${added.id}`)).status).toBe(200)
  })

  it('receive a message again that they did not accept', async () => {
    received.length = 0
    status = 500
    await ask('POST', '', { url: peer.origin, events: ['release'] })
    await team.deploy(4)
    const canary = await team.change('rewards', 'canary', { version: versionOf(4), percent: 5 })
    expect(canary.status).toBe(200)
    await receive(1)
    await expect.poll(async () => (await ask('GET', '')).body.webhooks[0].problem).toBe('The server returned 500.')

    status = 204
    await team.harness.db.run(sql`update module_delivery set next_try_at = clock_timestamp() where sent_at is null`)
    await expect.poll(async () => (await ask('GET', '')).body.webhooks[0].sentAt, { timeout: 30_000 }).not.toBeNull()
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it('send e-mails to members, and to no other addresses', async () => {
    const member = 'kofi@webhooks.example'
    const address = { url: `mailto:${member}`, events: ['release'] }
    expect((await ask('POST', '', address)).body.code).toBe('webhook.not_member')
    expect((await ask('POST', '', { url: 'mailto:%zz' })).status).toBe(422)
    await team.harness.browser().signIn({ email: member })
    const { status: added } = await admin.request('/mfe/v1/modules/rewards/team', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: member }),
    })
    expect(added).toBe(200)
    expect(await ask('POST', '', address)).toMatchObject({ status: 201, body: { secret: null } })

    await team.deploy(5)
    expect((await team.change('rewards', 'canary', { version: versionOf(5), percent: 5 })).status).toBe(200)
    await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1)
    expect(mails[0]?.to).toEqual([member])
    expect(mails[0]?.text).toMatch(/^From: griot@webhooks\.example\r$/m)
    expect(mails[0]?.text).toMatch(/^Subject: rewards 0\.1\.0-g00000005 for 5 % \(canary\) by /m)
    expect(mails[0]?.text).toContain('/mfe/rewards')
    const { webhooks } = (await ask('GET', '')).body as { webhooks: Webhook[] }
    expect(webhooks.map(({ host }) => host)).toContain(member)
  })

  it('are refused without https, and send nothing to an address that is not public', async () => {
    expect((await ask('POST', '', { url: 'http://hooks.example' })).status).toBe(400)
    expect((await ask('POST', '', { url: 'https://hooks.example', events: ['flag'] })).status).toBe(400)
    await expect(createPoster()(`${peer.origin}/hook`, { headers: {}, body: '{}' })).rejects.toThrow('a port')
    await expect(createPoster()('https://127.0.0.1/hook', { headers: {}, body: '{}' })).rejects.toThrow('public server')
  })
})
