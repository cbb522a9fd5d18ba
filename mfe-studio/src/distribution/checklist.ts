import type { Distribution } from '@griot/contracts/catalog/distribution'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'

export interface CheckItem {
  title: string
  /** `advice`: directories accept the show as it is. */
  state: 'done' | 'advice' | 'missing'
  note: string
  /** The tab of the show in the studio that changes it. */
  tab: 'episodes' | 'settings'
}

type Show = Pick<FullPodcast, 'language' | 'isExplicit' | 'appleCategory' | 'category'>

const episodeNote = ({ feedItems, waitingItems }: Distribution) => {
  const waiting = waitingItems > 0 ? ` ${waitingItems} more wait for their MP3.` : ''
  return feedItems > 0 ? `In the feed: ${feedItems}.${waiting}` : `Publish at least one episode.${waiting}`
}

/** The requirements of podcast directories, and whether the show meets them. */
export const checklist = (show: Show, feed: Distribution): CheckItem[] => [
  {
    title: 'Episodes',
    state: feed.feedItems > 0 ? 'done' : 'missing',
    note: episodeNote(feed),
    tab: 'episodes',
  },
  {
    title: 'Cover',
    state: feed.hasOwnCover ? 'done' : 'advice',
    note: feed.hasOwnCover
      ? 'Directories get a square JPEG of at least 1400 pixels. A smaller picture is enlarged, so it looks soft.'
      : 'Directories get the drawn cover. A square picture of 3000 pixels of your own is recognized better.',
    tab: 'settings',
  },
  {
    title: 'Category',
    state: show.appleCategory ? 'done' : 'advice',
    note: show.appleCategory ?? `Proposed from “${show.category}”. Choose the category of Apple Podcasts yourself.`,
    tab: 'settings',
  },
  {
    title: 'Language',
    state: show.language ? 'done' : 'missing',
    note: show.language ? `The language is “${show.language}”.` : 'Choose the language of the show.',
    tab: 'settings',
  },
  {
    title: 'Explicit content',
    state: show.isExplicit === undefined ? 'missing' : 'done',
    note: show.isExplicit ? 'The show is marked as explicit.' : 'The show is marked as not explicit.',
    tab: 'settings',
  },
]

const encode = encodeURIComponent

/** The pages at which directories accept feeds. */
export const submitLinks = (feedUrl: string) => [
  {
    name: 'Apple Podcasts',
    href: `https://podcastsconnect.apple.com/my-podcasts/new-feed?submitfeed=${encode(feedUrl)}`,
  },
  { name: 'Spotify', href: 'https://creators.spotify.com/dash/submit' },
  { name: 'Amazon Music', href: 'https://podcasters.amazon.com/' },
  { name: 'Pocket Casts', href: 'https://pocketcasts.com/submit/' },
  { name: 'Podcast Index', href: `https://podcastindex.org/add?feed=${encode(feedUrl)}` },
]
