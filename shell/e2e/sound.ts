import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type WithSound = typeof globalThis & { sound?: HTMLAudioElement }

/** Call it before the page is opened: the player's audio element is in no document, so it is caught as it is played. */
export const listenIn = (page: Page) =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
      ;(globalThis as WithSound).sound = this
      return play.call(this)
    }
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
    .poll(() => soundOf(page), { timeout: 15_000, interval: 50 })
    .toSatisfy(({ position, isPaused }) => !isPaused && position > from + seconds)
}
