// For development: rebuilds the shell and the modules when a file changes and publishes each new version, which the gateway
// reports to open tabs. Ends with the process that started it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { watchBuild } from '@griot/mfe-preset/watch'
import { publishModule } from '@griot/module-registry/publish'
import { pageTargets, root } from '../build/targets.ts'
import { openRegistry } from './publish-modules.ts'

const [modulesDir = '', builtDir = ''] = process.argv.slice(2)

const store = await openRegistry(modulesDir)
// Hot updates need a complete chain of builds, so an earlier run's output cannot be continued.
rmSync(builtDir, { recursive: true, force: true })

const publish = async (dist: string): Promise<string> => {
  const { module, version, isNew } = await publishModule({ dist, store, effort: 'little' })
  return isNew ? `${module} is now ${version}` : ''
}

const watch = async (workspace: string): Promise<void> => {
  const dist = join(builtDir, workspace)
  let publishing: Promise<void> = Promise.resolve()
  await watchBuild(join(root, workspace), dist, (failure) => {
    // Publish every build: a missing one would break the chain of hot updates.
    publishing = publishing
      .then(() => failure ?? publish(dist))
      .catch((reason: unknown) => String(reason))
      .then((says) => void (says && process.send?.({ progress: failure === null ? says : `${workspace}: ${says}` })))
  })
}

process.once('disconnect', () => process.exit())
for (const { name } of pageTargets()) await watch(name)
