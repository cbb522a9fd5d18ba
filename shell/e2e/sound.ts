import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type WithSound = typeof globalThis & {
  sound?: HTMLAudioElement
  mediaKeys: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
}

/**
 * Call it before the page is opened: the player's audio element is in no document, so it is caught as it is played; and
 * media keys reach a page only through its machine's desktop, so what is done for them is caught, too.
 */
export const listenIn = (page: Page) =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
      ;(globalThis as WithSound).sound = this
      return play.call(this)
    }
    const mediaKeys: WithSound['mediaKeys'] = {}
    ;(globalThis as WithSound).mediaKeys = mediaKeys
    const { setActionHandler } = MediaSession.prototype
    MediaSession.prototype.setActionHandler = function (action, handler) {
      mediaKeys[action] = handler
      return setActionHandler.call(this, action, handler)
    }
  })

/** Presses a key of the keyboard or the headphones. */
export const pressMediaKey = (page: Page, action: MediaSessionAction, seekTime?: number) =>
  page.evaluate(
    (details) => (globalThis as WithSound).mediaKeys[details.action]?.(details),
    seekTime === undefined ? { action } : { action, seekTime },
  )

/** What the lock screen shows. */
export const lockScreenOf = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession
    return { title: metadata?.title, artist: metadata?.artist, album: metadata?.album, playbackState }
  })

/** What the audio element itself says, whatever the page shows. */
export const soundOf = (page: Page) =>
  page.evaluate(() => {
    const { sound } = globalThis as WithSound
    return { position: sound?.currentTime ?? 0, length: sound?.duration ?? 0, isPaused: sound?.paused ?? true }
  })

/** Waits until there is more sound than there was: a fifth of a second of it, or as much as is asked for. */
export const soundGoesOn = async (page: Page, seconds = 0.2) => {
  const { position: from } = await soundOf(page)
  await expect
    .poll(() => soundOf(page), { timeout: 60_000, interval: 50 })
    .toSatisfy(({ position, isPaused }) => !isPaused && position > from + seconds)
}
