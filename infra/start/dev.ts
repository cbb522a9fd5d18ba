import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVICES } from '@griot/contracts/services'
import { context, type Plugin } from 'esbuild'
import { bundleOptions } from '../build/build.ts'
import { forgetStamp } from '../build/stamp.ts'
import { bundles, processTarget, root } from '../build/targets.ts'
import { printLine } from '../common/progress.ts'
import { readConfig } from './config.ts'
import type { ProcessName } from './environment.ts'
import type { Product } from './product.ts'
import { run } from './run.ts'
import { markerOf } from './spawn-process.ts'

const names: Readonly<Record<string, ProcessName>> = {
  ...Object.fromEntries(SERVICES.map((service) => [`services/${service}/dist/main`, service])),
  'services/media/dist/worker': 'media-worker',
  'gateway/dist/main': 'gateway',
}

/** Restarts a process after every build except the first, whose result already runs. */
const restartAfterBuild = (product: Product, name: ProcessName): Plugin => ({
  name: 'restart-after-build',
  setup(build) {
    let isFirst = true
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return
      if (!isFirst) {
        printLine(`[${name}] changed and is restarted`)
        product.restart(name)
      }
      isFirst = false
    })
  },
})

const watchProcesses = async (product: Product): Promise<void> => {
  forgetStamp(processTarget)
  for (const [bundle, name] of Object.entries(names)) {
    const options = bundleOptions({ [bundle]: bundles[bundle] ?? '' })
    const plugins = [...(options.plugins ?? []), restartAfterBuild(product, name)]
    await (await context({ ...options, plugins })).watch()
  }
}

const watchPages = (): void => {
  // The loader of the pages: a general one rewrites functions that the federation plugin copies into the page.
  const loader = pathToFileURL(join(root, 'packages', 'mfe-preset', 'typescript.mjs')).href
  const { modulesDir, dataDir } = readConfig()
  const script = join(root, 'infra', 'start', 'watch-pages.ts')
  const args = [script, modulesDir, join(dataDir, 'development'), markerOf(dataDir)]
  const watcher = spawn(process.execPath, ['--import', loader, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  watcher.on('message', (message: { progress: string }) => printLine(`[pages] ${message.progress}`))
}

// Open tabs then apply the new build or reload.
process.env.LIVE_RELOAD = 'true'

await run((product) => {
  watchPages()
  watchProcesses(product).catch((error: unknown) => printLine(`Watching the processes failed: ${String(error)}`))
})
