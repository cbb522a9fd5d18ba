import path from 'node:path'
import { type RspackPluginInstance, rspack } from '@rspack/core'

const WRITTEN = /^[^!]*!=!data:text\/javascript,/
const PLUGINS_OWN = /"[^"]*webpack-bundler-runtime[^"]*"/
const OURS = 'container-runtime-of-griot'

// The plugin writes a script for each entry, and the script is its own address. It names the file that it imports by the
// whole path on this machine, from the address follows the module's number, and from that the hash of everything: the same
// sources would be another version in another folder.
const withoutFolders = (resource: { request: string }) => {
  const [start = ''] = WRITTEN.exec(resource.request) ?? []
  const script = decodeURIComponent(resource.request.slice(start.length))
  const named = script.replace(PLUGINS_OWN, JSON.stringify(OURS))
  if (named === script) throw new Error('The federation plugin writes its script otherwise than it did.')
  resource.request = start + encodeURIComponent(named)
}

/** Puts `container-runtime.ts` into every container, in the place of the federation plugin's own runtime. */
export const ownContainerRuntime = (): RspackPluginInstance[] => [
  new rspack.NormalModuleReplacementPlugin(WRITTEN, withoutFolders),
  new rspack.NormalModuleReplacementPlugin(
    new RegExp(`^${OURS}$`),
    path.join(import.meta.dirname, 'container-runtime.ts'),
  ),
]
