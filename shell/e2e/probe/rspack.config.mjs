import { remoteConfig } from '@griot/mfe-preset/remote-config'
import { rspack } from '@rspack/core'

const config = await remoteConfig('probe', import.meta.dirname)
config.plugins.push(new rspack.DefinePlugin({ BUILD: JSON.stringify(process.env.PROBE_BUILD) }))
// Bundles a library that the shell shares, which the build must reject.
if (process.env.PROBE_BUNDLES) config.entry = { copy: process.env.PROBE_BUNDLES }

export default config
