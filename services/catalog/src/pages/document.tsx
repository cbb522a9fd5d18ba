import type { ReactNode } from 'react'
import type { Asset } from './assets.ts'
import type { Head } from './head.ts'

interface DocumentProps {
  language: string
  /** Null in a page that programs must not list. */
  head: Head | null
  title: string
  styles: Asset
  script?: Asset
  /** Of an embed; the browser decides by default. */
  theme?: 'light' | 'dark' | undefined
  children: ReactNode
}

export function Document({ language, head, title, styles, script, theme, children }: DocumentProps) {
  return (
    <html lang={language} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {head === null && <meta name="robots" content="noindex" />}
        {head?.metas.map((meta) => (
          <meta key={meta.name ?? meta.property} {...meta} />
        ))}
        {head?.links.map((link) => (
          <link key={link.type ?? link.rel} {...link} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{styles.text}</style>
        {head && <script type="application/ld+json">{jsonLd(head.jsonLd)}</script>}
      </head>
      <body>
        {children}
        {script && <script>{script.text}</script>}
      </body>
    </html>
  )
}

/** `</` would end the script element. */
const jsonLd = (value: object) => JSON.stringify(value).replaceAll('</', '<\\/')
