import { openRegistryStore } from '@griot/module-registry/registry-store'
import { ObjectsEnvironment, whatIsSet } from '@griot/service-kit/config'
import { unavailable } from '@griot/service-kit/errors'
import { openStore } from '@griot/service-kit/objects/open-store'

/** The modules' registry as the gateway will find it: in the bucket when there is one, else in the folder. */
export const openRegistry = async (modulesDir: string) => {
  const environment = ObjectsEnvironment.parse(whatIsSet(process.env))
  if (environment.S3_ENDPOINT === undefined) return openRegistryStore(modulesDir)
  const bucket = openStore(environment)
  await bucket.ready().catch((cause: unknown) => {
    throw unavailable('storage', cause)
  })
  return openRegistryStore(modulesDir, bucket)
}
