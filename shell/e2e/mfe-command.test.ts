import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { RegistryStatus } from '@griot/contracts/module-registry'
import { readBuild } from '@griot/module-registry/publish'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { builtProbes, ROOT } from './modules-house.ts'
import { signIn } from './sign-in.ts'

const MFE = path.join(ROOT, 'packages/mfe-cli/mfe.mjs')
const RUN_COMMAND = path.join(ROOT, 'infra/scripts/run-command.ts')
const CREATE_TOKEN = 'gateway/src/commands/create-module-token.ts'
const ADA = { email: 'ada@mfe-command.example.org', firstName: 'Ada', lastName: 'Okoro' }

// A team's day, on the running product: from a token to a released version and back again.
describe('the mfe command', () => {
  const { origin, dataDir, chromium } = runningProduct()
  let dists: string[]
  let versions: string[]
  /** The revisions at which each was released first. */
  let released: number[]
  let token: string
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    dists = await builtProbes()
    versions = (await Promise.all(dists.map((dist) => readBuild(dist)))).map(({ version }) => version)
    token = (await createToken('probe')).trim()
    browser = await launchBrowser()
    context = await browser.newContext()
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/`, ADA)
  })
  afterAll(async () => {
    await mfe('disable', 'probe', '--reason', 'the test is over')
    await browser?.close()
  })

  it('brings a module in and releases it, and people have it at once', async () => {
    const deployed = await mfe('deploy', dists[0] ?? '', '--promote')

    expect(deployed.code).toBe(0)
    expect(deployed.out).toMatch(/Uploading \d+ files, [\d.]+ kB.* … uploaded/)
    expect(deployed.out).toMatch(/Comparing them with what people have … they fit/)
    expect(deployed.out).toContain(`probe is at ${versions[0]}`)
    expect(deployed.out).toContain(`Watch it at ${origin}/mfe/`)
    await page.goto(`${origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByText('Probe build 1').waitFor()
  })

  it('keeps the declarations of a version for those who build upon it', async () => {
    const types = await fetch(`${origin}/m/probe/${versions[0]}/types/module.d.ts`)

    expect(Object.fromEntries(types.headers)).toMatchObject({
      'content-type': 'application/typescript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(await types.text()).toContain('import("./shell-sdk/contract.js").ShellApiV1')
  })

  it('says where in the sources a stack comes from, to a team and to nobody else', async () => {
    const dist = dists[0] ?? ''
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(scripts.map((name) => readFile(path.join(dist, name), 'utf8')))
    const at = texts.findIndex((script) => script.includes('Other probe'))
    const lines = texts[at]?.slice(0, texts[at]?.indexOf('Other probe')).split('\n') ?? []
    const place = `/m/probe/${versions[0]}/${scripts[at]}`
    const html = await (await fetch(origin, { headers: { accept: 'text/html' } })).text()
    const main = /\/assets\/main\.[0-9a-f]+\.js/.exec(html)?.[0]
    const column = (lines.at(-1)?.length ?? 0) + 1
    const given = `Error: gone\n    at Other (${origin}${place}:${lines.length}:${column})\n    at ${origin}${main}:1:9000`

    const { code, out } = await run([MFE, 'stack'], { MFE_ORIGIN: origin, MFE_TOKEN: token }, given)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Error: gone\n {4}at Other \(shell\/e2e\/probe\/src\/screens\.tsx:\d+:\d+\)\n {4}at [\w@./-]+:\d+:\d+\n$/,
    )
    const nobody = [place, main].map(async (script) => (await fetch(`${origin}${script}.map`)).status)
    expect(await Promise.all(nobody)).toEqual([404, 404])
  })

  it('says so when the version is there already, and shows it by the link of a branch', async () => {
    const again = await mfe('deploy', dists[0] ?? '', '--preview', 'feat/probe', '--json')

    expect(again.code).toBe(0)
    expect(again.err).toContain('it was there already, just so')
    const { version, isNew, preview } = JSON.parse(again.out)
    expect({ version, isNew }).toEqual({ version: versions[0], isNew: false })
    expect(preview.name).toMatch(/^preview-feat-probe-/)
    expect(preview.link).toContain(`${origin}/mfe/v1/override?with=preview-feat-probe-`)
    expect((await mfe('promote', `probe@${versions[0]}`)).out).toContain('it is so already')
  })

  it('releases to everyone, in the next page and in open tabs', async () => {
    await mfe('deploy', dists[1] ?? '')
    const verified = await mfe('verify', `probe@${versions[1]}`, '--browser')
    expect(verified.out).toContain('✓ C9   Its types fit')
    expect(verified.out).toContain(
      '✓ C10  Everything stands in a real browser (pages 2, slots 0), and the sound went on.',
    )
    expect(verified.out).toContain('may be promoted')
    const isTold = page.waitForResponse((response) => response.url().includes('/mfe/v1/assignment'), {
      timeout: 60_000,
    })

    const promoted = await mfe('promote', `probe@${versions[1]}`, '--reason', 'a better probe')
    expect(promoted.code).toBe(0)
    // The very next page has it, and the open tab is told; its own poll would come a minute later.
    const next = await new Visitor(origin).fetch('/', { headers: { accept: 'text/html' } })
    expect(await next.text()).toContain(versions[1])
    await isTold
    await page.getByRole('link', { name: 'other', exact: true }).click()
    await page.getByText('Other probe, build 2').waitFor()
  })

  it('tells what stands, what was done, and what differs', async () => {
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

    expect((await mfe('diff', 'probe', versions[0] ?? '', versions[1] ?? '')).out).toMatch(
      /files {2}\d+ of \d+ are other/,
    )
    expect((await mfe('override', `probe=${versions[0]}`)).out).toContain(`${origin}/mfe/v1/override?with=`)
    expect((await mfe('promote', `probe@${versions[0]}`, '--dry-run')).out).toContain('it would be done')
    expect((await mfe('gc', 'probe')).out).toContain('2 versions are kept')
  })

  it('takes a version back, out of open tabs as well', async () => {
    const back = await mfe('rollback', 'probe', '--reason', 'it was better before')

    expect(back.code).toBe(0)
    expect(back.out).toContain(`probe is at ${versions[0]}`)
    await page.getByText('Other probe, build 1').waitFor()
  })

  it('ends all versions below one, for good', async () => {
    const blocked = await mfe('block', 'probe', '<0.1.0', '--reason', 'they count twice')

    expect(blocked).toMatchObject({ code: 0, out: expect.stringMatching(/block probe <0\.1\.0 … done/) })
    expect((await mfe('status', 'probe')).out).toContain('blocked: <0.1.0, they count twice')
  })

  it('finds the change that broke it, revision by revision or version by version, as a command judges', async () => {
    const [first = 0, second = 0] = released
    const seen = `fetch(process.env.MFE_URL, { redirect: 'manual' })
      .then((link) => link.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '))
      .then((cookie) => fetch('${origin}/mfe/v1/assignment', { headers: { cookie } }))
      .then((assignment) => assignment.json())
      .then(({ modules }) => process.exit(modules.probe.version === '${versions[1]}' ? 1 : 0))`
    const judge = `node -e "${seen.replaceAll('\n', ' ')}"`

    const found = await mfe('bisect', '--good', `${first - 1}`, '--bad', `${second}`, '--run', judge)
    expect(found).toMatchObject({ code: 0, err: '' })
    expect(found.out).toContain(`revision ${first}   `)
    expect(found.out).toContain(`The first bad one is revision ${second}.`)
    expect(found.out).toContain(`a better probe\n  mfe diff probe ${versions[0]} ${versions[1]}`)
    const ends = ['--good', versions[0] ?? '', '--bad', versions[1] ?? '']
    expect((await mfe('bisect', 'probe', ...ends, '--run', judge)).out).toContain(`bad one is probe ${versions[1]}.`)
  })

  it('ends with 1 when it is refused, and with 2 when it does not get through', async () => {
    const bad = await mfe('promote', `probe@${versions[1]}`)
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('was taken back') })
    expect(await mfe('rollback', 'listener')).toMatchObject({
      code: 1,
      err: expect.stringContaining('This token is for probe, not for listener.'),
    })
    expect((await mfe('sing')).code).toBe(1)
    expect(await run([MFE, 'status'], { MFE_ORIGIN: origin, MFE_TOKEN: '' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('mfe:token'),
    })
    expect((await run([MFE, 'status'], { MFE_ORIGIN: 'http://127.0.0.1:9', MFE_TOKEN: token })).code).toBe(2)
  })

  it('shows an admin the same on a page, and lets them act on it', async () => {
    const admin = await browser.newContext()
    const desk = await admin.newPage()
    await signIn(desk, `${origin}/`, { email: ADMIN_EMAIL, firstName: 'Adwoa', lastName: 'Boss' })
    await desk.goto(`${origin}/mfe/`)
    const card = desk.getByRole('article').filter({ has: desk.getByRole('heading', { name: 'probe', exact: true }) })
    await card.getByRole('link', { name: 'feat-probe' }).waitFor()
    await card.getByText(`at ${versions[0]} since`).waitFor()
    await desk.getByRole('region', { name: 'Journal' }).getByText('it was better before').waitFor()
    await card.getByRole('row', { name: 'everyone sees it' }).waitFor()
    await card.getByText('<0.1.0, they count twice').waitFor()
    for (const [colorScheme, width] of [
      ['light', 360],
      ['dark', 360],
      ['dark', 1280],
      ['light', 1280],
    ] as const) {
      await desk.emulateMedia({ colorScheme })
      await desk.setViewportSize({ width, height: 900 })
      expect(await findingsOn(desk)).toEqual([])
      expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }

    // By the keyboard alone, there and back.
    await card.getByRole('button', { name: 'Switch off' }).focus()
    await desk.keyboard.press('Enter')
    await desk.getByLabel('Why').waitFor()
    await desk.keyboard.type('a drill')
    await desk.keyboard.press('Enter')
    await card.getByText('a drill').waitFor()
    await page
      .getByText('This page is unavailable right now.')
      .or(page.getByText('The probe is unavailable.'))
      .first()
      .waitFor()
    await card.getByRole('button', { name: 'Switch on' }).click()
    await desk.getByRole('button', { name: 'Do it' }).click()
    await page.getByText('Other probe, build 1').waitFor()

    const journal = desk.getByRole('region', { name: 'Journal' })
    const dialog = desk.getByRole('dialog')
    const press = async (name: string, why?: string) => {
      await (name === 'Freeze' || name === 'Open again' ? desk : card).getByRole('button', { name }).click()
      if (why !== undefined) await dialog.getByLabel('Why').fill(why)
      await desk.getByRole('button', { name: 'Do it' }).click()
    }
    const isDone = () => dialog.waitFor({ state: 'hidden' })
    const refused = dialog.getByRole('alert')

    // What was taken back is not shown again without more ado; the sentence of the registry says so.
    await card.getByRole('button', { name: 'Another…' }).click()
    await dialog.getByLabel('Version').selectOption(versions[1] ?? '')
    await dialog.getByLabel('For', { exact: true }).selectOption('5')
    await desk.getByRole('button', { name: 'Do it' }).click()
    await refused.getByText('was taken back').waitFor()
    await desk.getByRole('button', { name: 'Leave it' }).click()
    // By force, and not by who deployed it.
    const forced = { version: versions[1], percent: 5, force: true }
    const answered = await desk.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' }
      const place = '/mfe/v1/env/prod/modules/probe/canary'
      return (await fetch(place, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }, forced)
    expect(answered).toBe(200)
    await card.getByRole('row', { name: 'on trial, 5 %' }).waitFor()
    await press('25 %')
    await card.getByRole('row', { name: 'on trial, 25 %' }).waitFor()
    await isDone()

    await press('Freeze', 'a holiday')
    await desk.getByText('Frozen: a holiday.').waitFor()
    await isDone()
    await press('Release')
    await refused.getByText('prod is frozen: a holiday.').waitFor()
    await desk.getByRole('button', { name: 'Leave it' }).click()
    await press('Open again')
    await isDone()

    await press('Release', 'it is good')
    await isDone()
    await journal.getByRole('row', { name: 'it is good' }).waitFor()
    await press('Take back', 'it is not')
    await isDone()
    await journal.getByRole('row', { name: 'it is not' }).waitFor()
    await card.getByRole('row', { name: new RegExp(`${versions[0]}\\s*everyone sees it`) }).waitFor()

    await desk.getByRole('button', { name: 'New token…' }).click()
    await dialog.getByLabel('Module').fill('probe')
    await dialog.getByLabel('Whose').fill('a visitor')
    await dialog.getByLabel('May').selectOption('only deploy')
    expect(await dialog.getByLabel('Shown this once').isVisible()).toBe(false)
    await desk.getByRole('button', { name: 'Make it' }).click()
    await dialog.getByLabel('Shown this once').waitFor()
    const visitors = await dialog.getByLabel('Shown this once').inputValue()
    expect(await run([MFE, 'canary', 'probe', '5'], { MFE_ORIGIN: origin, MFE_TOKEN: visitors })).toMatchObject({
      code: 1,
      err: expect.stringContaining('This token may not release versions'),
    })
    expect(await findingsOn(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Close' }).click()
    await desk.getByRole('button', { name: 'Take away: The token of probe for a visitor' }).click()
    await desk.getByRole('button', { name: 'Do it' }).click()
    await isDone()
    expect((await run([MFE, 'status'], { MFE_ORIGIN: origin, MFE_TOKEN: visitors })).code).toBe(1)

    await desk.goto(`${origin}/library`)
    await desk.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    await desk.keyboard.press('Alt+Shift+KeyM')
    await desk.getByLabel('Version of probe').selectOption(versions[1] ?? '')
    await desk.getByRole('button', { name: 'Try these' }).click()
    await desk.getByText(`You are trying probe ${versions[1]}.`).waitFor()
    await admin.close()

    expect((await page.request.get(`${origin}/mfe/`)).status()).toBe(404)
    expect((await page.goto(`${origin}/mfe/`))?.status()).toBe(404)
    await page.getByText(`You are signed in as ${ADA.email}`).waitFor()
    expect(await findingsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Griot' }).click()
    await page.waitForURL(`${origin}/`)
  })

  it('lets an admin turn a flag, and block versions and answer them again, on that page', async () => {
    const admin = await browser.newContext({ viewport: { width: 360, height: 800 } })
    const desk = await admin.newPage()
    await signIn(desk, `${origin}/`, { email: ADMIN_EMAIL, firstName: 'Adwoa', lastName: 'Boss' })
    await desk.goto(`${origin}/mfe/`)
    const card = desk.getByRole('article').filter({ has: desk.getByRole('heading', { name: 'probe', exact: true }) })
    const dialog = desk.getByRole('dialog')
    const open = (name: string) => card.getByRole('button', { name }).click()
    const doIt = () => dialog.getByRole('button', { name: 'Do it' }).click()
    const isDone = (what: string) =>
      Promise.all([
        dialog.waitFor({ state: 'hidden' }),
        desk.getByRole('region', { name: 'Journal' }).getByRole('row', { name: what }).waitFor(),
      ])
    const isAccepted = (label: string) =>
      dialog.getByLabel(label).evaluate((input) => (input as HTMLInputElement).checkValidity())

    await open('Flag…')
    await dialog.getByLabel('Flag').fill('New Look')
    expect(await isAccepted('Flag')).toBe(false)
    await dialog.getByLabel('Flag').fill('new-look')
    await dialog.getByLabel('For', { exact: true }).selectOption('5 %')
    await dialog.getByLabel('Why').fill('a few first')
    expect(await findingsOn(desk)).toEqual([])
    await doIt()
    await isDone('a few first')
    await card.getByText('new-look, for 5 %').waitFor()
    await open('Flag…')
    expect(await dialog.getByLabel('Flag').inputValue()).toBe('new-look')
    await dialog.getByLabel('For', { exact: true }).selectOption('nobody')
    await doIt()
    await isDone('flag probe new-look for nobody')
    await card.getByText('new-look, for 5 %').waitFor({ state: 'detached' })

    await open('Unblock <0.1.0')
    await doIt()
    await isDone('unblock probe <0.1.0')
    await card.getByText('<0.1.0, they count twice').waitFor({ state: 'detached' })
    // The button is gone, and the keyboard is still at this module.
    expect(await desk.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('module-probe')
    await open('Block…')
    await dialog.getByLabel('Versions').fill(versions[0] ?? '')
    await doIt()
    await dialog.getByRole('alert').getByText('stands, is on trial, or may be gone back to').waitFor()
    expect(await findingsOn(desk)).toEqual([])
    await dialog.getByLabel('Versions').fill('<0.1.0')
    await dialog.getByLabel('Why').fill('they count thrice')
    await doIt()
    await isDone('they count thrice')
    await card.getByText('<0.1.0, they count thrice').waitFor()
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await open('Switch off')
    expect(await isAccepted('Why')).toBe(false)
    await admin.close()
  })

  it('brings a person to what a branch is at by a link, with a ribbon that says so, and from there on without a new page', async () => {
    const deploy = async (dist = '') => {
      const { out } = await mfe('deploy', dist, '--preview', 'feat/probe', '--json')
      return JSON.parse(out).preview.link as string
    }
    const link = await deploy(dists[1])
    await page.goto(link)
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

    await page.goto(link.slice(0, -1))
    await page.getByText('a part of it is missing').waitFor()
    expect(await findingsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Griot' }).click()
    await page.waitForURL(`${origin}/`)
  })

  const mfe = (...args: string[]) =>
    run([MFE, ...args], { MFE_ORIGIN: origin, MFE_TOKEN: token, CHROMIUM_PATH: chromium })

  const createToken = async (module: string) => {
    const made = await run(['--import', 'tsx', RUN_COMMAND, 'gateway', CREATE_TOKEN, module], { DATA_DIR: dataDir })
    expect(made).toMatchObject({ code: 0 })
    return made.out
  }

  const run = async (args: string[], env: Record<string, string>, input = '') => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {}).end(input)
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, out, err }
  }
})
