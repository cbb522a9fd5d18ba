import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type WithSound = typeof globalThis & {
  sound?: HTMLAudioElement
  mediaKeys: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
}

/**
 * Makes the player's audio element and its media key handlers available to the test. Call it before the page opens: the
 * element is not in the document, and headless browsers receive no media keys.
 */
export const captureAudio = (page: Page) =>
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

export const pressMediaKey = (page: Page, action: MediaSessionAction, seekTime?: number) =>
  page.evaluate(
    (details) => (globalThis as WithSound).mediaKeys[details.action]?.(details),
    seekTime === undefined ? { action } : { action, seekTime },
  )

/** The metadata that the lock screen shows. */
export const mediaSessionOf = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession
    return { title: metadata?.title, artist: metadata?.artist, album: metadata?.album, playbackState }
  })

/** The state of the audio element. Seconds. */
export const audioState = (page: Page) =>
  page.evaluate(() => {
    const { sound } = globalThis as WithSound
    return { position: sound?.currentTime ?? 0, length: sound?.duration ?? 0, isPaused: sound?.paused ?? true }
  })

/** Waits until the sound has advanced. */
export const expectPlaying = async (page: Page, seconds = 0.2) => {
  const { position: from } = await audioState(page)
  await expect
    .poll(() => audioState(page), { timeout: 60_000, interval: 50 })
    .toSatisfy(({ position, isPaused }) => !isPaused && position > from + seconds)
}
