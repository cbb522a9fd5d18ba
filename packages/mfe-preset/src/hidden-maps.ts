import path from 'node:path'
import { type Compiler, type RspackPluginInstance, rspack, sources } from '@rspack/core'
import { isHot } from './hot.ts'

const REPOSITORY = path.join(import.meta.dirname, '../../..')

/** As whoever reads a stack has it before them: by its path in the repository, on whichever machine it was built. */
const nameOf = ({ absoluteResourcePath: file }: { absoluteResourcePath: string }) =>
  path.isAbsolute(file) ? path.relative(REPOSITORY, file).replaceAll('\\', '/') : file

// Code that the federation plugin writes is its own address, with the paths of this machine in it; no template is asked.
const withoutWritten = (text: string) => {
  const map = JSON.parse(text) as { sources: string[] }
  const named = map.sources.map((source) => (source.startsWith('data:') ? 'webpack/written' : source))
  return JSON.stringify({ ...map, sources: named })
}

const nameWritten = {
  apply: (compiler: Compiler) =>
    compiler.hooks.thisCompilation.tap('HiddenMaps', (compilation) =>
      compilation.hooks.processAssets.tap(
        // After the maps are split off, before anything is counted or named by its content.
        { name: 'HiddenMaps', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 50 },
        () => {
          for (const { name, source } of compilation.getAssets()) {
            if (!name.endsWith('.map')) continue
            compilation.updateAsset(name, new sources.RawSource(withoutWritten(String(source.source()))))
          }
        },
      ),
    ),
}

/**
 * The maps of what people get: beside each script one that no script names, and that leads to files and lines of the
 * sources without holding them. A build for development has maps of its own.
 */
export const hiddenMaps = (): RspackPluginInstance[] => {
  if (isHot) return []
  const maps = new rspack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: nameOf,
    fallbackModuleFilenameTemplate: nameOf,
  })
  return [maps, nameWritten]
}
