import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { readBuild } from '@griot/module-registry/publish'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { buildProbes, ROOT } from './module-server.ts'
import { signIn } from './sign-in.ts'

const MFE = path.join(ROOT, 'packages/mfe-cli/mfe.mjs')
const RUN_COMMAND = path.join(ROOT, 'infra/scripts/run-command.ts')
const CREATE_TOKEN = 'gateway/src/commands/create-module-token.ts'
export const ADA = { email: 'ada@mfe-command.example.org', firstName: 'Ada', lastName: 'Okoro' }

export type Team = ReturnType<typeof prepareTeam>

/** A team with a token and two builds of the probe module, and a browser in which a user is signed in. */
export const prepareTeam = () => {
  const { origin, dataDir, chromium } = runningProduct()
  let dists: string[]
  let versions: string[]
  let token: string
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    dists = await buildProbes()
    versions = (await Promise.all(dists.map((dist) => readBuild(dist)))).map(({ version }) => version)
    const created = await run(['--import', 'tsx', RUN_COMMAND, 'gateway', CREATE_TOKEN, 'probe'], { DATA_DIR: dataDir })
    expect(created).toMatchObject({ code: 0 })
    token = created.out.trim()
    browser = await launchBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/`, ADA)
  })
  afterAll(async () => {
    await mfe('disable', 'probe', '--reason', 'the test is over')
    await closeContexts()
  })

  /** Runs the command with the token of the team. */
  const mfe = (...args: string[]) => mfeWith({}, ...args)

  const mfeWith = ({ input, ...env }: Record<string, string>, ...args: string[]) =>
    run([MFE, ...args], { MFE_ORIGIN: origin, MFE_TOKEN: token, CHROMIUM_PATH: chromium, ...env }, input)

  return {
    origin,
    mfe,
    /** With other variables of the environment, and `input` on stdin. */
    mfeWith,
    /** Set by `beforeAll`. */
    prepared: () => ({ dists, versions, browser, page }),
    /** The admin page of modules, in a browser context of its own, and the probe's card on it. */
    openAdminPage: async (options: BrowserContextOptions = {}) => {
      const adminPage = await (await browser.newContext(options)).newPage()
      await signIn(adminPage, `${origin}/mfe/`, { email: ADMIN_EMAIL, firstName: 'Adwoa', lastName: 'Boss' })
      const heading = adminPage.getByRole('heading', { name: 'probe', exact: true })
      return {
        adminPage,
        card: adminPage.getByRole('article').filter({ has: heading }),
        dialog: adminPage.getByRole('dialog'),
        journal: adminPage.getByRole('region', { name: 'Changes' }),
      }
    },
  }
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
