// For development: builds the shell and the modules again whenever a file changes, and publishes each new version, upon
// which the gateway tells open tabs. Ends with the process that started it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { watchBuild } from '@griot/mfe-preset/watch'
import { publishModule } from '@griot/module-registry/publish'
import { pageTargets, root } from '../build/targets.ts'
import { openRegistry } from './registry.ts'

const [modulesDir = '', builtDir = ''] = process.argv.slice(2)

const store = await openRegistry(modulesDir)
// What an earlier run built is no step on the way to what this one builds.
rmSync(builtDir, { recursive: true, force: true })

const publish = async (dist: string): Promise<string> => {
  const { module, version, isNew } = await publishModule({ dist, store, effort: 'little' })
  return isNew ? `${module} is now ${version}` : ''
}

const watch = async (workspace: string): Promise<void> => {
  const dist = join(builtDir, workspace)
  let publishing: Promise<void> = Promise.resolve()
  await watchBuild(join(root, workspace), dist, (failure) => {
    // Each of them: one that is left out would be missing on the way to the next.
    publishing = publishing
      .then(() => failure ?? publish(dist))
      .catch((reason: unknown) => String(reason))
      .then((says) => void (says && process.send?.({ progress: failure === null ? says : `${workspace}: ${says}` })))
  })
}

process.once('disconnect', () => process.exit())
for (const { workspace } of pageTargets()) await watch(workspace)
