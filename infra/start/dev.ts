import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { context, type Plugin } from 'esbuild'
import { bundleOptions } from '../build/processes.ts'
import { forgetStamp } from '../build/stamp.ts'
import { processTargets, root } from '../build/targets.ts'
import { say } from '../common/progress.ts'
import { readConfig } from './config.ts'
import type { ProcessName } from './environment.ts'
import type { Product } from './product.ts'
import { run } from './run.ts'

const names: Readonly<Record<string, ProcessName>> = {
  'gateway/main': 'gateway',
  'services/catalog/main': 'catalog',
  'services/listening-points/main': 'listening-points',
  'services/media/main': 'media',
  'services/media/worker': 'media-worker',
}

/** Starts a process again after every build but the first, which is what runs already. */
const restartAfterBuild = (product: Product, name: ProcessName): Plugin => ({
  name: 'restart-after-build',
  setup(build) {
    let isFirst = true
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return
      if (!isFirst) {
        say(`[${name}] changed and is started again`)
        product.restart(name)
      }
      isFirst = false
    })
  },
})

const watchProcesses = async (product: Product): Promise<void> => {
  for (const target of processTargets()) {
    const name = names[target.name]
    if (!name) continue
    forgetStamp(target.name)
    const options = bundleOptions(target)
    const watching = await context({
      ...options,
      plugins: [...(options.plugins ?? []), restartAfterBuild(product, name)],
    })
    await watching.watch()
  }
}

const watchPages = (product: Product): void => {
  // The pages' own loader: a general one rewrites functions that end up in what is built.
  const loader = pathToFileURL(join(root, 'packages', 'mfe-preset', 'typescript.mjs')).href
  const { modulesDir, dataDir } = readConfig()
  const script = join(root, 'infra', 'start', 'watch-pages.ts')
  const watcher = spawn(process.execPath, ['--import', loader, script, modulesDir, join(dataDir, 'development')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (watcher.pid) product.adopt(watcher.pid)
  watcher.on('message', (message: { progress: string }) => say(`[pages] ${message.progress}`))
}

// Open tabs then take in what was built, or load themselves again.
process.env.LIVE_RELOAD = 'true'

await run((product) => {
  watchPages(product)
  watchProcesses(product).catch((error: unknown) => say(`Nothing is watched: ${String(error)}`))
})
