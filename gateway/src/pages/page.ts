import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Context, Middleware } from '../http/context.ts'

const { resolve } = createRequire(import.meta.url)
const STYLES = readFileSync(resolve('#assets/page.css'), 'utf8')
const COVER = readFileSync(resolve('#assets/cover.svg'), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const STYLE_HASH = hashOf(STYLES)

const policyWith = (scripts: string) =>
  `default-src 'none'; ${scripts}style-src ${STYLE_HASH}; font-src 'self'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Sends a page that the gateway renders itself. `main` is HTML; most pages have no script. */
export type SendPage = (context: Context, status: number, title: string, main: string, script?: string) => void

export const createSendPage = (productName: string): SendPage => {
  const name = escapeHtml(productName)
  return (context, status, title, main, script) => {
    context.status = status
    context.set({
      'cache-control': 'no-store',
      'content-security-policy': script === undefined ? policyWith('') : policyWith(`script-src ${hashOf(script)}; `),
    })
    context.type = 'text/html; charset=utf-8'
    context.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${name}</title>
<style>${STYLES}</style>
</head>
<body>
<header class="cover">${COVER}<div><p>${name}</p><p>Independent Black and Brown voices.</p></div></header>
<main>
${main}
</main>
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`
  }
}

const FONTS: Record<string, string> = {
  '/idp/fonts/display.woff2':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  '/idp/fonts/text.woff2': '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
}

export const sendFonts: Middleware = async (context, next) => {
  const file = FONTS[context.path]
  if (file === undefined) return next()
  context.set('cache-control', 'public, max-age=86400')
  context.type = 'font/woff2'
  context.body = await readFile(resolve(file))
}
