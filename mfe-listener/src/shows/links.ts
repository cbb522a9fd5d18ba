import type { Category } from '@griot/contracts/catalog/podcasts'

/** The page with the podcasts of a host. */
export const hostSearch = (hostName: string) => `/discover?q=${encodeURIComponent(hostName)}&tab=podcasts`

export const categoryPage = (category: Category) => `/discover?category=${category}`
