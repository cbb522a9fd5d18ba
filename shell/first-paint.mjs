import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { transformSync } from 'esbuild'

const STYLE = path.join(import.meta.dirname, 'src/first-paint.css')
const PAGE = path.join(import.meta.dirname, 'src/index.html')
const TOKENS = path.join(import.meta.dirname, '../packages/ui/src/styles/tokens.css')

/** The minified style, with the declarations of the tokens that it and the page use. */
const firstPaintStyle = () => {
  const style = readFileSync(STYLE, 'utf8')
  const tokens = readFileSync(TOKENS, 'utf8')
  const names = new Set(
    [...`${style}${readFileSync(PAGE, 'utf8')}`.matchAll(/var\((--g-[\w-]+)\)/g)].map(([, name]) => name),
  )
  const declarations = [...names].map((name) => new RegExp(`${name}:[^;]+;`).exec(tokens)?.[0])
  const all = `${style} @layer theme { :root { ${declarations.join(' ')} } }`
  return transformSync(all, { loader: 'css', minify: true }).code.trim()
}

/**
 * Paints the frame of `index.html` without waiting for scripts or the style sheet: its style is in the page, and the style
 * sheet follows the frame. The gateway permits the style by its hash.
 */
export const firstPaint = {
  apply: (compiler) =>
    compiler.hooks.compilation.tap('first-paint', (compilation) => {
      for (const file of [STYLE, TOKENS]) compilation.fileDependencies.add(file)
      const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation)
      hooks.alterAssetTagGroups.tapPromise('first-paint', async (page) => {
        const isStyleSheet = ({ attributes }) => attributes.rel === 'stylesheet'
        const sheets = page.headTags.filter(isStyleSheet)
        for (const { attributes } of sheets) attributes.fetchpriority = 'high'
        page.headTags = page.headTags.filter((tag) => !isStyleSheet(tag))
        page.headTags.unshift({ tagName: 'style', attributes: {}, voidTag: false, innerHTML: firstPaintStyle() })
        page.bodyTags.push(...sheets)
        return page
      })
    }),
}
