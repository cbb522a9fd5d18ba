// For development: builds the shell and the modules again whenever a file changes, and publishes each new version, upon
// which the gateway tells open tabs. Ends with the process that started it.
import { join } from 'node:path'
import { publishModule } from '@griot/module-registry/publish'
import { type Configuration, rspack } from '@rspack/core'
import { pageTargets, root } from '../build/targets.ts'
import { openRegistry } from './registry.ts'

const [modulesDir = ''] = process.argv.slice(2)

const store = await openRegistry(modulesDir)

const publish = async (workspace: string): Promise<string> => {
  const { module, version, isNew } = await publishModule({ dist: join(root, workspace, 'dist'), store })
  return isNew ? `${module} is now ${version}` : ''
}

const watch = async (workspace: string): Promise<void> => {
  // The configurations take the folder they are built in for granted.
  process.chdir(join(root, workspace))
  const { default: config } = (await import(join(root, workspace, 'rspack.config.mjs'))) as { default: Configuration }
  rspack(config).watch({ aggregateTimeout: 100 }, (error, stats) => {
    if (error || stats?.hasErrors()) {
      process.send?.({ progress: `${workspace}: ${error?.message ?? stats?.toString('errors-only')}` })
      return
    }
    publish(workspace)
      .catch((reason: unknown) => `${workspace}: ${String(reason)}`)
      .then((progress) => progress && process.send?.({ progress }))
  })
}

process.once('disconnect', () => process.exit())
for (const { workspace } of pageTargets()) await watch(workspace)
