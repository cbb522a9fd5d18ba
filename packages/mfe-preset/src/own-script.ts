import { createHash } from 'node:crypto'
import { type Compiler, rspack, sources } from '@rspack/core'
import { buildSync } from 'esbuild'

interface Options {
  /** Absolute path of the source. */
  source: string
  /** Name of the asset, without its hash. */
  name: string
  define: Readonly<Record<string, string>>
  /** What the build's own code reads the script's address from. */
  addressIn: string
  /** How the page is marked up with it. */
  attributes: Readonly<Record<string, string | boolean>>
}

/**
 * Builds one source with all that it imports into a script that needs nothing of the rest of the build, and puts it into
 * the page. A second entry would not do: two entries in a page share names by which development builds are renewed.
 */
export class OwnScriptPlugin {
  readonly address: string
  readonly #file: string
  readonly #content: Buffer
  readonly #options: Options

  constructor(options: Options) {
    const { source, name, define } = options
    const [built] = buildSync({
      entryPoints: [source],
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      legalComments: 'none',
      logLevel: 'warning',
      define: { ...define },
    }).outputFiles
    if (!built) throw new Error(`${source} became no script`)
    this.#options = options
    this.#content = Buffer.from(built.contents)
    const hash = createHash('sha256').update(this.#content).digest('hex').slice(0, 12)
    this.#file = `assets/${name}.${hash}.js`
    this.address = `/${this.#file}`
  }

  apply(compiler: Compiler) {
    const { addressIn, attributes } = this.#options
    new rspack.DefinePlugin({ [addressIn]: JSON.stringify(this.address) }).apply(compiler)
    compiler.hooks.thisCompilation.tap('OwnScript', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'OwnScript', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => compilation.emitAsset(this.#file, new sources.RawSource(this.#content), { minimized: true }),
      )
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'OwnScript',
        async (page) => {
          // Before the others: it is to run while they are still on their way.
          page.headTags.unshift({ tagName: 'script', attributes: { ...attributes, src: this.address }, voidTag: false })
          return page
        },
      )
    })
  }
}
