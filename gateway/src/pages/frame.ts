import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Context, Middleware } from '../http/context.ts'
import { CLOTH } from './cloth.ts'
import { STYLES } from './styles.ts'

const STYLE_HASH = createHash('sha256').update(STYLES).digest('base64')

const POLICY =
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; font-src 'self'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Sends a page of the gateway's own: no script, nothing from elsewhere. `main` is HTML. */
export type SendPage = (context: Context, status: number, title: string, main: string) => void

export const createSendPage = (productName: string): SendPage => {
  const name = escapeHtml(productName)
  return (context, status, title, main) => {
    context.status = status
    context.set('cache-control', 'no-store')
    context.set('content-security-policy', POLICY)
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
<header class="cover">${CLOTH}<div><p>${name}</p><p>Independent voices, and points for every minute you listen.</p></div></header>
<main>
${main}
</main>
</body>
</html>
`
  }
}

const FONT = /^\/idp\/fonts\/(display|text)\.woff2$/

const FILES: Record<string, string> = {
  display: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  text: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
}

/** The two faces of these pages. */
export const sendFonts: Middleware = async (context, next) => {
  const file = FILES[FONT.exec(context.path)?.[1] ?? '']
  if (file === undefined) return next()
  context.set('cache-control', 'public, max-age=86400')
  context.type = 'font/woff2'
  context.body = await readFile(createRequire(import.meta.url).resolve(file))
}
