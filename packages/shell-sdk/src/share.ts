import type { Episode } from '@griot/contracts/catalog/episodes'
import { episodePagePath } from '@griot/contracts/public-addresses'
import type { Toast } from './contract.ts'

/** The player knows no status, because it plays few unpublished episodes. */
type SharedEpisode = Pick<Episode, 'id' | 'podcastId'> & Partial<Pick<Episode, 'status'>>

interface Shared {
  title: string
  /** Path and query on our origin. */
  address: string
}

/**
 * The public page of an episode, with the position to start at: `/listen/{podcastId}/{id}?t=754`. Members open an unpublished
 * episode in the app.
 */
export const episodeAddress = ({ id, podcastId, status = 'published' }: SharedEpisode, seconds: number) => {
  if (status === 'published') return episodePagePath(podcastId, id, seconds >= 1 ? seconds : undefined)
  return `/episode/${id}`
}

/** Opens the device's share sheet, or copies the link if there is none. */
export const share = async ({ title, address }: Shared, toast: (toast: Toast) => void) => {
  const url = new URL(address, window.location.origin).href
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link Copied', description: url })
  } catch (error) {
    // Closing the share sheet rejects with AbortError, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'The link could not be copied', description: url, tone: 'destructive' })
  }
}

/** Copies a text that is not a link, such as code. */
export const copyText = async ({ text, copied }: { text: string; copied: string }, toast: (toast: Toast) => void) => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: copied })
  } catch {
    toast({ title: 'The text could not be copied', description: 'Select and copy it yourself.', tone: 'destructive' })
  }
}
