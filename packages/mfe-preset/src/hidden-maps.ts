import path from 'node:path'
import { type Compiler, type RspackPluginInstance, rspack, sources } from '@rspack/core'
import { isHot } from './hot.ts'

const REPOSITORY =
  path.basename(import.meta.dirname) === 'dist' ? process.cwd() : path.join(import.meta.dirname, '../../..')

/** The path in the repository, so that the map does not depend on the machine. */
const nameOf = ({ absoluteResourcePath: file }: { absoluteResourcePath: string }) =>
  path.isAbsolute(file) ? path.relative(REPOSITORY, file).replaceAll('\\', '/') : file

// The data: URLs of code that the federation plugin generates contain absolute paths and ignore the name templates.
const renameGenerated = (text: string) => {
  const map = JSON.parse(text) as { sources: string[] }
  const named = map.sources.map((source) => (source.startsWith('data:') ? 'webpack/generated' : source))
  return JSON.stringify({ ...map, sources: named })
}

const generatedNames = {
  apply: (compiler: Compiler) =>
    compiler.hooks.thisCompilation.tap('HiddenMaps', (compilation) =>
      compilation.hooks.processAssets.tap(
        // After the maps exist, before hashes and sizes are computed.
        { name: 'HiddenMaps', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 50 },
        () => {
          for (const { name, source } of compilation.getAssets()) {
            if (!name.endsWith('.map')) continue
            compilation.updateAsset(name, new sources.RawSource(renameGenerated(String(source.source()))))
          }
        },
      ),
    ),
}

/** Source maps of a production build: no script names them, and they contain positions without the sources. */
export const hiddenMaps = (): RspackPluginInstance[] => {
  if (isHot) return []
  const maps = new rspack.SourceMapDevToolPlugin({
    test: /\.js$/,
    // Generated code only, whose positions depend on the folder of the build.
    exclude: /remoteEntry\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: nameOf,
    fallbackModuleFilenameTemplate: nameOf,
  })
  return [maps, generatedNames]
}
