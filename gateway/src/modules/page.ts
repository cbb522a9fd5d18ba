import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Assignment, ModuleDocument } from '@griot/contracts/modules'
import { z } from 'zod'
import { escapeHtml } from '../pages/frame.ts'
import type { Snapshot } from './registry.ts'

/** `shell.json`, written beside the shell's page by its build. */
const ShellDocument = z.object({ version: z.string(), preload: z.array(z.string()) })

export interface Shell {
  version: string
  template: string
  /** Scripts that every signed-in page needs soon, after those the template itself names. */
  preload: readonly string[]
}

/** Reads the built shell again whenever its page was written anew; null while there is none. */
export const shellReader = (shellDir: string) => {
  let known: { stamp: number; shell: Shell } | null = null
  return async (): Promise<Shell | null> => {
    try {
      const page = path.join(shellDir, 'index.html')
      const { mtimeMs: stamp } = await stat(page)
      if (known?.stamp !== stamp) {
        const template = await readFile(page, 'utf8')
        const document = ShellDocument.parse(JSON.parse(await readFile(path.join(shellDir, 'shell.json'), 'utf8')))
        known = { stamp, shell: { ...document, template } }
      }
    } catch {
      // Being built again right now: the last good one still has its files until the build cleans up.
    }
    return known?.shell ?? null
  }
}

export interface Page {
  plain: Buffer
  gzip: Buffer
  etag: string
}

/** A theme that the visitor chose against the system's. */
export type ChosenTheme = 'light' | 'dark'

/**
 * The shell's page with what stands inlined, and with preloads for the module that this path will show; in the chosen
 * theme from its first byte, so that it does not flash in the other one.
 */
export const renderPage = (
  shell: Shell,
  assignment: Assignment,
  preloaded: readonly string[],
  theme: ChosenTheme | null,
): Page => {
  const html = shell.template
    .replace('<html', theme === null ? '<html' : `<html data-theme="${theme}"`)
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(assignment.productName))
    .replace('<!--griot:preloads-->', () => preloaded.join('\n'))
    .replace('__GRIOT_REGISTRY__', () => inlineJson(assignment))
  const plain = Buffer.from(html)
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, gzip: gzipSync(plain), etag }
}

/** JSON that cannot end the script element it stands in, whatever texts a module brings. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The module whose page stands at this path. */
export const moduleAt = (snapshot: Snapshot, pathname: string): ModuleDocument | null => {
  for (const { stable } of snapshot.modules.values()) {
    if (stable.contributes.routes.some((route) => matches(route.path, pathname))) return stable
  }
  return null
}

const matches = (pattern: string, pathname: string) => {
  const wanted = segments(pattern)
  const given = segments(pathname)
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

const segments = (pathname: string) => pathname.split('/').filter((part) => part !== '')

/**
 * Exactly as the browser will ask for them later: a preload whose `crossorigin` or `integrity` differs from the real
 * request is fetched twice.
 */
export const preloadLinks = (shell: Shell, document: ModuleDocument | null) => {
  const links = shell.preload.map((file) => `<link rel="preload" as="script" href="/${file}">`)
  if (!document) return links
  for (const file of [document.entry, ...document.preload.default]) {
    const { sri, type } = document.files[file] ?? {}
    if (!sri || type === 'asset') continue
    const href = `/m/${document.module}/${document.version}/${file}`
    const as = type === 'css' ? 'style' : 'script'
    links.push(`<link rel="preload" as="${as}" href="${href}" crossorigin="anonymous" integrity="${sri}">`)
  }
  return links
}

/** Everything comes from our own origin; the inlined JSON is data, so no script needs a nonce. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
].join('; ')
