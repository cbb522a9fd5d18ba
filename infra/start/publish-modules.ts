import { join } from 'node:path'
import { readPointer } from '@griot/module-registry/pointer'
import { notShown, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { definedVariables, ObjectsEnvironment } from '@griot/service-kit/config'
import { AppError, unavailable } from '@griot/service-kit/http/errors'
import { openStore } from '@griot/service-kit/objects/open-store'
import { pageTargets, root } from '../build/targets.ts'
import type { ModulesMode } from './modules-mode.ts'

export interface ModulesToPublish {
  modulesDir: string
  mode: ModulesMode
}

/** The module registry that the gateway uses: in the bucket if S3 is configured, else in the folder. */
export const openRegistry = async (modulesDir: string) => {
  const environment = ObjectsEnvironment.parse(definedVariables(process.env))
  if (environment.S3_ENDPOINT === undefined) return openRegistryStore(modulesDir)
  const bucket = openStore(environment)
  await bucket.ready().catch((cause: unknown) => {
    throw unavailable('storage', cause)
  })
  return openRegistryStore(modulesDir, bucket)
}

/** Publishes the built modules. If the bucket is unavailable, the current versions stay in use from the local cache. */
export const publishModules = async ({ modulesDir, mode }: ModulesToPublish, print: (line: string) => void) => {
  try {
    const store = await openRegistry(modulesDir)
    for (const { name } of pageTargets()) {
      const onlyFirst = mode === 'keep'
      const { module, version, isKept } = await publishModule({ dist: join(root, name, 'dist'), store, onlyFirst })
      if (isKept)
        print(`${module} ${version} is stored and not released (MODULES=keep): mfe promote ${module}@${version}`)
    }
    const { frozen } = await readPointer(store)
    if (frozen !== null) print(`The modules are frozen (${frozen}): no new version is published.`)
    for (const { module, version, says } of await notShown(store)) {
      print(`The module ${module} ${version} is not shown to users: ${says}`)
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 503) throw error
    print('The storage of the modules is unavailable: no new version is published.')
  }
}
