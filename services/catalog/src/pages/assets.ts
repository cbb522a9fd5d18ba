import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** A file that pages contain, with its source for the Content-Security-Policy. */
export interface Asset {
  text: string
  source: string
}

const readAsset = (...names: string[]): Asset => {
  const text = names.map((name) => readFileSync(resolve(`#assets/${name}`), 'utf8')).join('')
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

export const PAGE_STYLES = readAsset('tokens.css', 'page.css')
export const PAGE_SCRIPT = readAsset('page.js')
export const EMBED_STYLES = readAsset('tokens.css', 'embed.css')
export const EMBED_SCRIPT = readAsset('embed.js')

export interface Policy {
  styles: Asset
  script?: Asset
  /** Any page may show it in a frame. */
  isFramed?: boolean
}

export const contentSecurityPolicy = ({ styles, script, isFramed = false }: Policy) =>
  [
    "default-src 'none'",
    `script-src ${script?.source ?? "'none'"}`,
    `style-src ${styles.source}`,
    "img-src 'self'",
    // https: a bucket, with MEDIA_DELIVERY=redirect.
    "media-src 'self' https:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ')
