import path from 'node:path'
import { type RspackPluginInstance, rspack } from '@rspack/core'

const GENERATED = /^[^!]*!=!data:text\/javascript,/
const PLUGIN_RUNTIME = /"[^"]*webpack-bundler-runtime[^"]*"/
const OWN_RUNTIME = 'container-runtime-of-griot'

// The plugin generates a script for each entry as a data: URL. The script contains an absolute path, and module ids and
// hashes depend on the URL: the same sources in another folder would give another version.
const replaceRuntime = (resource: { request: string }) => {
  const [start = ''] = GENERATED.exec(resource.request) ?? []
  const script = decodeURIComponent(resource.request.slice(start.length))
  const replaced = script.replace(PLUGIN_RUNTIME, JSON.stringify(OWN_RUNTIME))
  if (replaced === script) throw new Error('The federation plugin generates an unknown script.')
  resource.request = start + encodeURIComponent(replaced)
}

/** Replaces the federation plugin's runtime by `container-runtime.ts`. */
export const ownContainerRuntime = (): RspackPluginInstance[] => [
  new rspack.NormalModuleReplacementPlugin(GENERATED, replaceRuntime),
  new rspack.NormalModuleReplacementPlugin(
    new RegExp(`^${OWN_RUNTIME}$`),
    path.join(import.meta.dirname, 'container-runtime.ts'),
  ),
]
