import { EMBED_HEIGHTS } from '@griot/contracts/embed-snippet'
import { audioPath, embedPath, feedPath } from '@griot/contracts/public-addresses'
import type { PageHead } from '@griot/service-kit/catalog/page-head'
import { isoDuration } from './format.ts'
import type { PublicEpisode, PublicShow } from './pages.queries.ts'
import { previewPictureOf } from './pictures.ts'
import { episodePage, oembedAddress, type Site, showEmbed, showPage } from './site.ts'

const DESCRIPTION_LENGTH = 200

const EMBED_WIDTH = 600

/** The part of a page that programs read. */
export interface Head extends PageHead {
  title: string
  jsonLd: object
}

/** One line of at most 200 characters, cut between words. */
export const shortened = (text: string, length = DESCRIPTION_LENGTH) => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length - 1)
  const end = cut.lastIndexOf(' ')
  // A lone surrogate is not valid UTF-8.
  return `${(end > length / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`
}

interface Described {
  title: string
  description: string
  address: string
  embed: { address: string; width: number; height: number }
  show: PublicShow
  audio?: string
}

const describe = (site: Site, { title, description, address, embed, show, audio }: Described): Omit<Head, 'jsonLd'> => {
  const text = shortened(description)
  const picture = previewPictureOf(site, show)
  const metas: PageHead['metas'] = [
    { name: 'description', content: text },
    { property: 'og:site_name', content: site.productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text },
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `Cover of ${show.title}` },
    ...(audio === undefined
      ? []
      : [
          { property: 'og:audio', content: audio },
          { property: 'og:audio:type', content: 'audio/mpeg' },
        ]),
    // X accepts players over https only.
    { name: 'twitter:card', content: embed.address.startsWith('https:') ? 'player' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: text },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:player', content: embed.address },
    { name: 'twitter:player:width', content: String(embed.width) },
    { name: 'twitter:player:height', content: String(embed.height) },
  ]
  const links: PageHead['links'] = [
    { rel: 'canonical', href: address },
    { rel: 'alternate', type: 'application/rss+xml', title: show.title, href: site.origin + feedPath(show.id) },
    ...(['json', 'xml'] as const).map((format) => ({
      rel: 'alternate',
      type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
      title,
      href: oembedAddress(site, address, format),
    })),
  ]
  return { title: `${title} · ${site.productName}`, metas, links }
}

const seriesOf = (site: Site, show: PublicShow) => ({
  '@type': 'PodcastSeries',
  name: show.title,
  url: showPage(site, show.id),
  webFeed: site.origin + feedPath(show.id),
})

export const headOfShow = (site: Site, show: PublicShow): Head => {
  const address = showPage(site, show.id)
  const embed = { address: showEmbed(site, show.id), width: EMBED_WIDTH, height: EMBED_HEIGHTS.podcast }
  return {
    ...describe(site, { title: show.title, description: show.description, address, embed, show }),
    jsonLd: {
      '@context': 'https://schema.org',
      ...seriesOf(site, show),
      description: shortened(show.description),
      inLanguage: show.language,
      author: { '@type': 'Person', name: show.author },
      image: previewPictureOf(site, show),
    },
  }
}

export const headOfEpisode = (site: Site, show: PublicShow, episode: PublicEpisode): Head => {
  const address = episodePage(site, show.id, episode.id)
  const embed = { address: site.origin + embedPath(episode.id), width: EMBED_WIDTH, height: EMBED_HEIGHTS.episode }
  const audio = episode.hasMp3 ? site.origin + audioPath(episode.id) : undefined
  const { title, description } = episode
  return {
    ...describe(site, { title, description, address, embed, show, ...(audio && { audio }) }),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'PodcastEpisode',
      name: title,
      url: address,
      description: shortened(description),
      datePublished: episode.releaseDate,
      duration: isoDuration(episode.seconds),
      inLanguage: show.language,
      partOfSeries: seriesOf(site, show),
      ...(audio && {
        associatedMedia: { '@type': 'MediaObject', contentUrl: audio, encodingFormat: 'audio/mpeg' },
      }),
    },
  }
}
