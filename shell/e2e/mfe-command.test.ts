import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { RegistryStatus } from '@griot/contracts/module-registry'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { describe, expect, it } from 'vitest'
import { axeViolations } from './axe.ts'
import { describeAdminPage } from './mfe-admin-page.ts'
import { describeContributions } from './mfe-contributions.ts'
import { prepareTeam } from './mfe-team.ts'

/** The line and the column of a text in a script, as in a stack trace: both start at 1. */
const positionOf = (text: string, script = '') => {
  const lines = script.slice(0, script.indexOf(text)).split('\n')
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

// The commands of a team on the running product, from a token to a rollback. The tests share one history of releases.
describe('the mfe command', () => {
  const team = prepareTeam()
  const { origin, mfe, mfeWith } = team
  /** The revisions at which each version was first released. */
  let released: number[]

  it('deploys and promotes a module, which users get at once', async () => {
    const { page, versions, dists } = team.prepared()
    const deployed = await mfe('deploy', dists[0] ?? '', '--browser', '--promote')

    expect(deployed.code).toBe(0)
    expect(deployed.out).toMatch(/Uploading \d+ files, [\d.]+ kB.* … uploaded/)
    expect(deployed.out).toMatch(/Comparing them with the released versions … they fit/)
    expect(deployed.out).toContain(`probe is at ${versions[0]}`)
    expect(deployed.out).toContain(`Watch it at ${origin}/mfe/`)
    await page.goto(`${origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByText('Probe build 1').waitFor()
  })

  it('serves the type declarations of a version', async () => {
    const { versions } = team.prepared()
    const types = await fetch(`${origin}/m/probe/${versions[0]}/types/module.d.ts`)

    expect(Object.fromEntries(types.headers)).toMatchObject({
      'content-type': 'application/typescript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(await types.text()).toContain('import("./shell-sdk/contract.js").ShellApiV1')
  })

  it('resolves a stack trace to sources, for the team only', async () => {
    const { versions, dists } = team.prepared()
    const dist = dists[0] ?? ''
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(scripts.map((name) => readFile(path.join(dist, name), 'utf8')))
    const at = texts.findIndex((script) => script.includes('Other probe'))
    const place = `/m/probe/${versions[0]}/${scripts[at]}`
    const html = await (await fetch(origin, { headers: { accept: 'text/html' } })).text()
    const main = /\/assets\/main\.[0-9a-f]+\.js/.exec(html)?.[0]
    const mainText = await (await fetch(`${origin}${main}`)).text()
    const other = `at Other (${origin}${place}:${positionOf('Other probe', texts[at])})`
    const given = `Error: gone\n    ${other}\n    at ${origin}${main}:${positionOf('signed out in another tab', mainText)}`

    const { code, out } = await mfeWith({ input: given }, 'stack')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Error: gone\n {4}at Other \(shell\/e2e\/probe\/src\/screens\.tsx:\d+:\d+\)\n {4}at shell\/src\/auth\/one-user\.ts:\d+:\d+\n$/,
    )
    const publicMaps = [place, main].map(async (script) => (await fetch(`${origin}${script}.map`)).status)
    expect(await Promise.all(publicMaps)).toEqual([404, 404])
  })

  it('reports a version that exists already, and creates a preview link for a branch', async () => {
    const { versions, dists } = team.prepared()
    const again = await mfe('deploy', dists[0] ?? '', '--preview', 'feat/probe', '--json')

    expect(again.code).toBe(0)
    expect(again.err).toContain('already stored')
    const { version, isNew, preview } = JSON.parse(again.out)
    expect({ version, isNew }).toEqual({ version: versions[0], isNew: false })
    expect(preview.name).toMatch(/^preview-feat-probe-/)
    expect(preview.link).toContain(`${origin}/mfe/v1/override?with=preview-feat-probe-`)
    expect((await mfe('promote', `probe@${versions[0]}`)).out).toContain('nothing to change')
  })

  it('promotes a version for new pages and open tabs', async () => {
    const { page, versions, dists } = team.prepared()
    await mfe('deploy', dists[1] ?? '')
    const untested = await mfe('promote', `probe@${versions[1]}`)
    expect(untested).toMatchObject({ code: 1, err: expect.stringContaining('It was not tested in a browser.') })
    const verified = await mfe('verify', `probe@${versions[1]}`, '--browser')
    expect(verified.out).toContain('✓ C9   Its types fit')
    expect(verified.out).toContain(
      '✓ C10  Everything works in a real browser (pages 2, slots 0), and the audio kept playing.',
    )
    expect(verified.out).toContain('may be promoted')
    const assignment = page.waitForResponse((response) => response.url().includes('/mfe/v1/assignment'), {
      timeout: 60_000,
    })

    const promoted = await mfe('promote', `probe@${versions[1]}`, '--reason', 'a better probe')
    expect(promoted.code).toBe(0)
    // The open tab receives an event; it polls only once a minute.
    const next = await new ApiClient(origin).fetch('/', { headers: { accept: 'text/html' } })
    expect(await next.text()).toContain(versions[1])
    await assignment
    await page.getByRole('link', { name: 'other', exact: true }).click()
    await page.getByText('Other probe, build 2').waitFor()
  })

  it('prints status, audit log and differences', async () => {
    const { versions } = team.prepared()
    const { out, err } = await mfe('status', 'probe', '--json')
    expect(err).toContain(versions[1])
    expect(err).toContain('a better probe')
    expect(err).toContain('preview-feat-probe-')
    expect(err).not.toContain('listener')
    const { modules, journal } = RegistryStatus.parse(JSON.parse(out))
    expect(Object.keys(modules)).toEqual(['probe'])
    const revOf = (version: string | undefined) =>
      journal.find(({ change }) => change?.action === 'promote' && change.to === version)?.rev ?? 0
    released = versions.map(revOf)

    expect((await mfe('diff', 'probe', versions[0] ?? '', versions[1] ?? '')).out).toMatch(/files {2}\d+ of \d+ differ/)
    expect((await mfe('override', `probe=${versions[0]}`)).out).toContain(`${origin}/mfe/v1/override?with=`)
    expect((await mfe('promote', `probe@${versions[0]}`, '--dry-run')).out).toContain('would be done')
    const ramp = await mfe('promote', `probe@${versions[0]}`, '--ramp', '5,25,100', '--hold', '2h', '--dry-run')
    expect(ramp.out).toMatch(/for 5 %, 25 % at [\dT:.-]+Z, then 100 %/)
    expect((await mfe('gc', 'probe')).out).toContain('2 versions are kept')
  })

  it('rolls a version back, also in open tabs', async () => {
    const { page, versions } = team.prepared()
    const back = await mfe('rollback', 'probe', '--reason', 'it was better before')

    expect(back.code).toBe(0)
    expect(back.out).toContain(`It returned from ${versions[1]} to ${versions[0]}.`)
    expect(back.out).toContain(`probe is at ${versions[0]}`)
    await page.getByText('Other probe, build 1').waitFor()
  })

  it('blocks all versions below one', async () => {
    const blocked = await mfe('block', 'probe', '<0.1.0', '--reason', 'they count twice')

    expect(blocked).toMatchObject({ code: 0, out: expect.stringMatching(/block probe <0\.1\.0 … done/) })
    expect((await mfe('status', 'probe')).out).toContain('blocked: <0.1.0, they count twice')
  })

  it('bisects revisions or versions with a command', async () => {
    const { versions } = team.prepared()
    const [first = 0, second = 0] = released
    const seen = `fetch(process.env.MFE_URL, { redirect: 'manual' })
      .then((link) => link.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '))
      .then((cookie) => fetch('${origin}/mfe/v1/assignment', { headers: { cookie } }))
      .then((assignment) => assignment.json())
      .then(({ modules }) => process.exit(modules.probe.version === '${versions[1]}' ? 1 : 0))`
    const check = `node -e "${seen.replaceAll('\n', ' ')}"`

    const found = await mfe('bisect', '--good', `${first - 1}`, '--bad', `${second}`, '--run', check)
    expect(found).toMatchObject({ code: 0, err: '' })
    expect(found.out).toContain(`revision ${first}   `)
    expect(found.out).toContain(`The first bad one is revision ${second}.`)
    expect(found.out).toContain(`a better probe\n  mfe diff probe ${versions[0]} ${versions[1]}`)
    const ends = ['--good', versions[0] ?? '', '--bad', versions[1] ?? '']
    expect((await mfe('bisect', 'probe', ...ends, '--run', check)).out).toContain(`bad one is probe ${versions[1]}.`)
  })

  it('exits with 1 when a command is rejected, and with 2 when the server is unreachable', async () => {
    const { versions } = team.prepared()
    expect((await mfe('promote', `probe@${versions[1]}`, '--dry-run')).out).toContain('would be done')
    const bad = await mfe('rollback', 'probe', '--to', '0.0.1-g00000000')
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('was never current') })
    expect(await mfe('rollback', 'listener')).toMatchObject({
      code: 1,
      err: expect.stringContaining('This token is for probe, not for listener.'),
    })
    expect((await mfe('sing')).code).toBe(1)
    expect(await mfeWith({ MFE_TOKEN: '' }, 'status')).toMatchObject({
      code: 1,
      err: expect.stringContaining('mfe:token'),
    })
    expect((await mfeWith({ MFE_ORIGIN: 'http://127.0.0.1:9' }, 'status')).code).toBe(2)
  })

  describeAdminPage(team)
  describeContributions(team)

  it('shows a branch by its preview link, with a ribbon, and follows new builds without a page load', async () => {
    const { page, versions, dists } = team.prepared()
    const deploy = async (dist = '') => {
      const { out } = await mfe('deploy', dist, '--preview', 'feat/probe', '--json')
      return JSON.parse(out).preview.link as string
    }
    const link = await deploy(dists[1])
    await page.goto(link)
    await page.waitForURL(`${origin}/other-probe`)
    await page.goto(`${origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByText('Probe build 2').waitFor()
    await page.getByText(`You are trying probe ${versions[1]}.`).waitFor()

    await page.evaluate(() => void Object.assign(globalThis, { isThisPage: true }))
    expect(await deploy(dists[0])).toBe(link)
    await page.getByText(`You are trying probe ${versions[0]}.`).waitFor()
    await page.getByRole('link', { name: 'other', exact: true }).click()
    await page.getByText('Other probe, build 1').waitFor()
    expect(await page.evaluate(() => 'isThisPage' in globalThis)).toBe(true)

    await page.getByRole('link', { name: 'See what everyone sees' }).click()
    await page.waitForURL(`${origin}/`)
    await page.getByText('You are trying').waitFor({ state: 'detached' })

    await page.goto(link.replace(/.&to=/, '&to='))
    await page.getByText('is incomplete or was not created here').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Griot' }).click()
    await page.waitForURL(`${origin}/`)
  })
})
