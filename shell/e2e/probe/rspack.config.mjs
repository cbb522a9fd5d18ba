import { remoteConfig } from '@griot/mfe-preset/remote-config'
import { rspack } from '@rspack/core'

const config = await remoteConfig('probe', import.meta.dirname)
config.plugins.push(new rspack.DefinePlugin({ BUILD: JSON.stringify(process.env.PROBE_BUILD) }))
// A second copy of what the shell owns, to see it refused.
if (process.env.PROBE_BUNDLES) config.entry = { copy: process.env.PROBE_BUNDLES }

export default config
