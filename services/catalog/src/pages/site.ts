import { episodePagePath, oembedPath, showEmbedPath, showPagePath } from '@griot/contracts/public-addresses'

import type { Catalog } from '../catalog.ts'

/** The installation, as public pages name it. */
export interface Site {
  /** Of public addresses. */
  origin: string
  productName: string
}

export const siteOf = ({ publicOrigin, productName }: Pick<Catalog, 'publicOrigin' | 'productName'>): Site => ({
  origin: publicOrigin.origin,
  productName,
})

export const showPage = ({ origin }: Site, podcastId: string) => origin + showPagePath(podcastId)

export const episodePage = ({ origin }: Site, podcastId: string, episodeId: string) =>
  origin + episodePagePath(podcastId, episodeId)

export const showEmbed = ({ origin }: Site, podcastId: string) => origin + showEmbedPath(podcastId)

export const oembedAddress = ({ origin }: Site, page: string, format: 'json' | 'xml') =>
  origin + oembedPath(page, format)
