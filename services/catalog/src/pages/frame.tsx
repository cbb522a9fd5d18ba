import type { ReactNode } from 'react'

/** The brand above and the links below a public page. */
export function Frame({ productName, foot, children }: { productName: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      <header className="top">
        <a href="/" className="brand">
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className="mark">
            <circle cx="16" cy="16" r="16" stroke="none" />
            <path
              d="M7.5 14v4M11.75 10.5v11M16 6.5v19M20.25 10.5v11M24.5 14v4"
              strokeWidth="2.4"
              strokeLinecap="round"
            />
          </svg>
          {productName}
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        {foot}
        <a href="/">{productName}: podcasts that give back</a>
      </footer>
    </>
  )
}
