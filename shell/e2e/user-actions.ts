import { expect } from 'vitest'
import type { OtherBrowser } from '../../infra/testing/other-browsers.ts'

export const LONG_TIMEOUT = { timeout: 30_000, interval: 100 }

// The player's element is not in the document.
const CAPTURE_AUDIO = `void (() => {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () { globalThis.sound = this; return play.call(this) }
})()`

const BUFFERED = `(() => {
  const { buffered = [], currentTime = 0 } = globalThis.sound ?? {}
  return buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0
})()`

/** The actions of a user, for a browser that can only evaluate expressions. */
export const createUserActions = ({ goto, evaluate }: OtherBrowser) => {
  const text = (wanted: string) =>
    expect.poll(() => evaluate(`document.body?.innerText ?? ''`), LONG_TIMEOUT).toContain(wanted)
  const position = async () => Number(await evaluate('globalThis.sound?.currentTime ?? 0'))
  return {
    text,
    open: async (address: string, wanted: string) => {
      await goto(address)
      await text(wanted)
    },
    press: async (kind: string, name: string) => {
      const found = `[...document.querySelectorAll(${JSON.stringify(kind)})]
        .find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === ${JSON.stringify(name)})`
      await expect.poll(() => evaluate(`${found} !== undefined`), LONG_TIMEOUT).toBe(true)
      await evaluate(`void ${found}.click()`)
    },
    fill: (label: string, value: string) =>
      evaluate(`void (() => {
        const label = [...document.querySelectorAll('label')].find((one) => one.textContent.includes(${JSON.stringify(label)}))
        label.control.value = ${JSON.stringify(value)}
      })()`),
    /** Needed before `expectPlaying`. */
    captureAudio: () => evaluate(CAPTURE_AUDIO),
    expectPlaying: async () => {
      const from = await position()
      await expect.poll(position, LONG_TIMEOUT).toBeGreaterThan(from + 0.2)
    },
    bufferAll: () => expect.poll(() => evaluate(BUFFERED), LONG_TIMEOUT).toBeGreaterThan(20),
  }
}
