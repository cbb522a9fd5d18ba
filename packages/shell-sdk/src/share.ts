import type { Toast } from './contract.ts'

interface Shared {
  title: string
  /** Path and query on our origin. */
  address: string
}

/** The address of an episode, with the position to start at: `/episode/{id}?t=754`. */
export const episodeAddress = (episodeId: string, seconds: number) =>
  `/episode/${episodeId}${seconds >= 1 ? `?t=${Math.floor(seconds)}` : ''}`

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
