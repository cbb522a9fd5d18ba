import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packModules } from '../../infra/packages/pack.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { ROOT } from './module-server.ts'
import { signIn } from './sign-in.ts'
import { rspackModule, TOOLS, viteModule, vueModule, webpackModule } from './stock-modules.ts'

const RUN_COMMAND = path.join(ROOT, 'infra/scripts/run-command.ts')
const CREATE_TOKEN = 'gateway/src/commands/create-module-token.ts'
const ADA = { email: 'ada@stock-modules.example.org', firstName: 'Adaora', lastName: 'Okoro' }
/** npm tries a registry that does not respond for several minutes. */
const INSTALL_MS = 240_000

/**
 * The environment of a terminal. In a process of Vitest, the federation plugin of Vite does nothing. npm passes settings of this
 * repository's .npmrc to the programs that it runs.
 */
const outside = () => {
  const { VITEST, NODE_ENV, npm_config_strict_allow_scripts, ...inherited } = process.env
  return inherited
}

/** Why npm could not install the tools; undefined if it could. */
let missing: string | undefined

// Teams that never clone this repository: only packages from npm, in a folder outside of it.
describe('a module in a repository of its own', () => {
  const { origin, dataDir, chromium } = runningProduct()
  let folder: string
  let own: string
  let browser: Browser
  let page: Page
  const tokens = new Map<string, string>()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-stock-'))
    own = path.join(folder, 'repository')
    await mkdir(own)
    const packages = await packModules(folder)
    const command = packages.find((file) => file.includes('mfe-cli')) ?? ''
    missing = await install(command, packages)
    browser = await launchBrowser()
    page = await browser.newPage()
    await signIn(page, `${origin}/`, ADA)
  }, INSTALL_MS + 60_000)

  afterAll(async () => {
    for (const module of tokens.keys()) await mfe(module, own, 'disable', module, '--reason', 'the test is over')
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  /** Creates the module with the packed command, and installs everything that the tests need beside it. */
  const install = async (command: string, packages: readonly string[]) => {
    const options = { cwd: own, env: outside(), timeout: INSTALL_MS }
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    try {
      await promisify(execFile)(
        'npm',
        ['exec', '--yes', ...quiet, '--package', command, '--', 'mfe', 'new', 'dials'],
        options,
      )
      await promisify(execFile)('npm', ['install', ...quiet, '--save-exact', ...packages, ...TOOLS], options)
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string }
      if (!/E(?:NOTFOUND|TIMEDOUT|AI_AGAIN|CONNREFUSED|CONNRESET)/.test(stderr)) throw error
      return `npm could not install the tools: ${stderr.split('\n')[0]}`
    }
  }

  const run = async (cwd: string, file: string, args: readonly string[], env: Record<string, string> = {}) => {
    const options = { cwd, env: { ...outside(), ...env } }
    try {
      const { stdout, stderr } = await promisify(execFile)(file, args, options)
      return { code: 0, out: stdout, err: stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, out: stdout, err: stderr }
    }
  }

  const tokenOf = async (module: string) => {
    const known = tokens.get(module)
    if (known) return known
    const args = ['--import', 'tsx', RUN_COMMAND, 'gateway', CREATE_TOKEN, module]
    const { out } = await run(ROOT, process.execPath, args, { DATA_DIR: dataDir })
    tokens.set(module, out.trim())
    return out.trim()
  }

  /** The installed command, with a token of the module. */
  const mfe = async (module: string, cwd: string, ...args: string[]) =>
    run(cwd, path.join(own, 'node_modules/.bin/mfe'), args, {
      ...{ MFE_ORIGIN: origin, MFE_TOKEN: await tokenOf(module), CHROMIUM_PATH: chromium },
    })

  /** Writes a module beside the installed packages and builds it. */
  const build = async (name: string, files: Readonly<Record<string, string>>) => {
    const root = path.join(own, 'stock', name)
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), content)
    }
    expect(await run(root, process.execPath, ['build.mjs'])).toMatchObject({ code: 0 })
    return root
  }

  /** Deploys a build, tests it in a browser and releases it. Returns its version. */
  const release = async (module: string, root: string) => {
    const released = await mfe(module, root, 'deploy', '--browser', '--promote', '--json')
    expect(released, released.err).toMatchObject({ code: 0 })
    return (JSON.parse(released.out) as { version: string }).version
  }

  /** Changes the page without a page load, which opens the assigned version. */
  const navigate = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)

  it('is created, tested, built and released with packages from npm', async ({ skip }) => {
    skip(missing !== undefined, missing)
    for (const script of ['check', 'test', 'build']) {
      const result = await run(own, 'npm', ['run', script])
      expect(result, result.out + result.err).toMatchObject({ code: 0 })
    }
    expect(await readdir(path.join(own, '.github/workflows'))).toEqual(['module.yml'])
    const deployed = await mfe('dials', own, 'deploy')
    expect(deployed.out).toMatch(/Checking the types … correct/)

    await release('dials', own)
    await page.goto(`${origin}/dials`, { waitUntil: 'commit' })
    await page.getByText(`Hello, ${ADA.firstName}.`).waitFor()
  })

  it('is shown in the running product while it is edited', async ({ skip }) => {
    skip(missing !== undefined, missing)
    const env = { ...outside(), MFE_ORIGIN: origin, MFE_TOKEN: await tokenOf('dials') }
    const command = spawn(path.join(own, 'node_modules/.bin/mfe'), ['dev'], {
      cwd: own,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    command.stdout.on('data', (chunk) => {
      printed += chunk
    })
    const edited = await browser.newPage({ storageState: await page.context().storageState() })
    try {
      await expect.poll(() => printed).toContain('Press Ctrl-C')
      await edited.goto(/http\S+override\S+/.exec(printed)?.[0] ?? '')
      await edited.goto(`${origin}/dials`, { waitUntil: 'commit' })
      await edited.getByText(`Hello, ${ADA.firstName}.`).waitFor()
      const file = path.join(own, 'src/home/home-screen.tsx')
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Hello', 'Good morning'))
      // The watcher may build twice at first, so the number of builds says nothing.
      const greeting = async () => {
        await edited.reload()
        return edited.getByText(`, ${ADA.firstName}.`).textContent()
      }
      await expect.poll(greeting, { timeout: 60_000 }).toBe(`Good morning, ${ADA.firstName}.`)
    } finally {
      const ended = once(command, 'close')
      command.kill('SIGTERM')
      await ended
      await edited.close()
    }
  })

  it.for<[string, string, typeof rspackModule]>([
    ['Rspack', 'rspacked', rspackModule],
    ['webpack', 'webpacked', webpackModule],
    ['Vite', 'vited', viteModule],
    ['Vite and Vue', 'vued', vueModule],
  ])('of %s is released, replaced in an open tab and rolled back', async ([, module, files], { skip }) => {
    skip(missing !== undefined, missing)
    const first = await release(module, await build(module, files(module, 'The first one')))
    await page.goto(`${origin}/${module}`, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'The first one' }).waitFor()
    const greeting = page.getByText(`Hello, ${ADA.firstName}`)
    expect(await greeting.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    await page.getByRole('button', { name: 'Load' }).click()
    await page.getByText('the lazy chunk of The first one').waitFor()
    await page.evaluate(() => void Object.assign(globalThis, { isThisPage: true }))

    const second = await release(module, await build(module, files(module, 'The second one')))
    expect(second).not.toBe(first)
    await page.getByRole('button', { name: 'Show it now' }).click()
    await page.getByRole('heading', { name: 'The second one' }).waitFor()
    await page.getByRole('button', { name: 'Load' }).click()
    await page.getByText('the lazy chunk of The second one').waitFor()

    expect((await mfe(module, own, 'rollback', module, '--reason', 'a test')).out).toContain(first)
    await page.getByRole('heading', { name: 'The first one' }).waitFor()
    await page.getByRole('button', { name: 'Load' }).click()
    await page.getByText('the lazy chunk of The first one').waitFor()
    expect(await page.evaluate(() => 'isThisPage' in globalThis)).toBe(true)
    await navigate('/discover')
    await page.getByRole('heading', { name: 'The first one' }).waitFor({ state: 'detached' })
  })

  it('of Vue is unmounted when its route is left, and shows its fallback and reports its version when it crashes', async ({
    skip,
  }) => {
    skip(missing !== undefined, missing)
    await page.goto(`${origin}/vued`, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'The first one' }).waitFor()
    await navigate('/discover')
    await page.waitForFunction(() => performance.getEntriesByName('vued unmounted').length === 1)

    await navigate('/vued')
    const reported = page.waitForRequest((request) => /render_fail/.test(request.postData() ?? ''))
    // The shell mounts a page once more after its first crash.
    await page.getByRole('button', { name: 'Break' }).click()
    await page.getByText(`Hello, ${ADA.firstName}`).waitFor()
    await page.getByRole('button', { name: 'Break' }).click()
    await page.getByText('vued is unavailable.').waitFor()
    expect((await reported).postData()).toMatch(/"module":"vued","version":"2\.0\.0-g[0-9a-f]{8}"/)
    await navigate('/discover')
    await page.getByRole('heading', { name: 'Discover' }).waitFor()
  })

  it('of Vite does not run a file that was changed on its way', async ({ skip }) => {
    skip(missing !== undefined, missing)
    const changed = await browser.newPage({ storageState: await page.context().storageState() })
    await changed.route(/\/m\/vited\/.*\/module-[^/]*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()};globalThis.isTampered = true` })
    })
    await changed.goto(`${origin}/vited`, { waitUntil: 'commit' })
    await changed.getByText('vited is unavailable.').waitFor()
    expect(await changed.evaluate(() => 'isTampered' in globalThis)).toBe(false)
    await changed.close()
  })

  it.for<[string, ReturnType<typeof rspackModule>, RegExp]>([
    [
      'a name that all builds share',
      rspackModule('refused', 'A', { name: "'refused'" }),
      /The container name refused is the same in every build/,
    ],
    [
      'an entry that no page can load',
      rspackModule('refused', 'B', { library: "library: { type: 'commonjs', name }," }),
      /cannot load an entry of the type commonjs/,
    ],
    [
      'another major version of a library',
      rspackModule('refused', 'C', { ranges: { react: '^18.0.0' } }),
      /C4 +It requires react \^18\.0\.0, but shell .* provides the major version 19\./,
    ],
    [
      'a library that the shell does not share',
      webpackModule('refused', 'D', { imports: "import 'vue'", ranges: { vue: '^3.0.0' } }),
      /does not share vue/,
    ],
  ])('is refused at deploy with %s', async ([, files, sentence], { skip }) => {
    skip(missing !== undefined, missing)
    const deployed = await mfe('refused', await build('refused', files), 'deploy')
    expect(deployed).toMatchObject({ code: 1, err: expect.stringMatching(sentence) })
  })

  it('is refused at deploy as a script that is an ES module', async ({ skip }) => {
    skip(missing !== undefined, missing)
    const root = await build('refused', viteModule('refused', 'E'))
    const file = path.join(root, 'dist/mf-manifest.json')
    const manifest = await readFile(file, 'utf8')
    await writeFile(
      file,
      manifest.replaceAll('"type":"module"', '"type":"global"').replaceAll('"type": "module"', '"type": "global"'),
    )
    const deployed = await mfe('refused', root, 'deploy')
    expect(deployed).toMatchObject({ code: 1, err: expect.stringMatching(/C2 +remoteEntry\.js is an ES module/) })
  })
})
