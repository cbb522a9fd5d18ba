import { PAGE_STYLES } from './assets.ts'
import { Document } from './document.tsx'
import { Frame } from './frame.tsx'

/** The page of a show or an episode that is not public (404) or was deleted (410). */
export function MissingPage({ productName, status }: { productName: string; status: 404 | 410 }) {
  const title = status === 410 ? 'This page was deleted.' : 'Page not found.'
  return (
    <Document language="en" head={null} title={`${title.slice(0, -1)} · ${productName}`} styles={PAGE_STYLES}>
      <Frame productName={productName}>
        <div className="words head">
          <h1>{title}</h1>
          <p>
            {status === 410
              ? 'The show or the episode was removed by its creator.'
              : 'The address is wrong, or the show or the episode is not published.'}
          </p>
          <div className="actions">
            <a className="button" href="/">
              Go to {productName}
            </a>
          </div>
        </div>
      </Frame>
    </Document>
  )
}
