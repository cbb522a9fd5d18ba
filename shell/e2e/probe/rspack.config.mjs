import { remoteConfig } from '@griot/mfe-preset/remote-config'
import { rspack } from '@rspack/core'

const config = await remoteConfig('probe', import.meta.dirname)
config.plugins.push(new rspack.DefinePlugin({ BUILD: JSON.stringify(process.env.PROBE_BUILD) }))

export default config
