import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ModuleDocument, ShellDocument, VersionDocument } from '@griot/contracts/modules'
import { integrityOf } from '../blobs.ts'

type Files = Readonly<Record<string, string>>

/** Writes the `dist` of a build to a new folder below `folder`. */
export const writeBuild = async (folder: string, document: VersionDocument, files: Files) => {
  const dist = path.join(
    folder,
    `${document.module}-${document.version}-${integrityOf(Buffer.from(JSON.stringify(files)))
      .slice(7, 15)
      .replace(/\W/g, '_')}`,
  )
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, name)), { recursive: true })
    await writeFile(path.join(dist, name), content)
  }
  await writeFile(path.join(dist, 'module.json'), JSON.stringify(document))
  return dist
}

const fileEntries = (files: Files): VersionDocument['files'] =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      {
        sri: integrityOf(Buffer.from(content)),
        bytes: Buffer.byteLength(content),
        gz: 60,
        type: name.endsWith('.js') ? ('js' as const) : name.endsWith('.css') ? ('css' as const) : ('asset' as const),
      },
    ]),
  )

/** `0.1.0-g` and the build number as eight digits. */
export const versionOf = (build: number) => `0.1.0-g${String(build).padStart(8, '0')}`

export const moduleFiles = (module: string, build: number, marker = `build ${build}`): Files => {
  const container = `mfe_${module.replaceAll('-', '_')}_${String(build).padStart(8, '0')}`
  return { 'remoteEntry.js': `var ${container} = '${marker}';`.repeat(40) }
}

export const moduleDocument = (
  module: string,
  build: number,
  files: Files = moduleFiles(module, build),
  more: Partial<ModuleDocument> = {},
): ModuleDocument => ({
  schema: 1,
  module,
  version: versionOf(build),
  container: `mfe_${module.replaceAll('-', '_')}_${String(build).padStart(8, '0')}`,
  built: { mf: '2.9.2', rspack: '2.3.2' },
  entry: 'remoteEntry.js',
  expose: './module',
  files: fileEntries(files),
  preload: { default: Object.keys(files).filter((name) => name !== 'remoteEntry.js') },
  contract: 1,
  requires: { shellSdk: '^1.0.0', shared: { react: '^19.0.0' }, api: [] },
  contributes: { routes: [], nav: [], slots: [], fallback: {} },
  ...more,
})

const PAGE = `<html lang="en"><head><title>__PRODUCT_NAME__</title></head><!--griot:preloads-->
<script defer src="/assets/main.123.js"></script>
<script type="application/json" id="griot-registry">__GRIOT_REGISTRY__</script>`

export const shellFiles = (build = 1): Files => ({
  'index.html': `${PAGE}<!--${build}-->`,
  'assets/main.123.js': 'globalThis.shell = true',
  'assets/app.1.js': 'globalThis.app = true',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
})

export const shellDocument = (
  build = 1,
  files = shellFiles(build),
  more: Partial<ShellDocument> = {},
): ShellDocument => ({
  schema: 1,
  module: 'shell',
  version: versionOf(build),
  built: { mf: '2.9.2', rspack: '2.3.2' },
  files: fileEntries(files),
  preload: { default: ['assets/app.1.js'] },
  page: 'index.html',
  provides: {
    contracts: [1],
    shellSdk: '1.0.0',
    shared: { react: '19.2.0' },
    slots: ['tip-dialog', 'badge-popup'],
  },
  ...more,
})

export const builtModule = (folder: string, module: string, build: number, marker?: string) => {
  const files = moduleFiles(module, build, marker)
  return writeBuild(folder, moduleDocument(module, build, files), files)
}

export const builtShell = (folder: string, build = 1) => {
  const files = shellFiles(build)
  return writeBuild(folder, shellDocument(build, files), files)
}
