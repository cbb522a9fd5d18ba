/** A group of public addresses, which catalog answers without a session. */
interface PublicRow {
  /** The first segment of the path. */
  prefix: string
  /** Pages of other origins may read the responses and embed them. */
  isOpen: boolean
}

const PUBLIC_ROUTES: readonly PublicRow[] = [
  { prefix: '/feeds', isOpen: true },
  { prefix: '/covers', isOpen: true },
  { prefix: '/chapters', isOpen: true },
  { prefix: '/embed', isOpen: true },
  { prefix: '/oembed', isOpen: true },
  { prefix: '/listen', isOpen: false },
  { prefix: '/robots.txt', isOpen: false },
  { prefix: '/sitemap.xml', isOpen: false },
]

const rows = new Map(PUBLIC_ROUTES.map((row) => [row.prefix, row]))

/** The row of a path; undefined if it is not public. */
export const publicRouteFor = (path: string) => {
  const end = path.indexOf('/', 1)
  return rows.get(end === -1 ? path : path.slice(0, end))
}

/** The resource that the limit of an address counts: a feed, or a show with its pages. Never the token of a private feed. */
export const limitedResource = (path: string) => path.split('/', 3).join('/')
