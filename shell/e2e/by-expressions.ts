import { expect } from 'vitest'
import type { OtherBrowser } from '../../infra/testing/other-browser.ts'

export const PATIENT = { timeout: 30_000, interval: 100 }

// The player's element is in no document: it is caught as it is played.
const LISTEN = `void (() => {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () { globalThis.sound = this; return play.call(this) }
})()`

const BUFFERED = `(() => {
  const { buffered = [], currentTime = 0 } = globalThis.sound ?? {}
  return buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0
})()`

/** What a person does and sees, for a browser that only takes expressions. */
export const byExpressions = ({ goto, evaluate }: OtherBrowser) => {
  const text = (wanted: string) =>
    expect.poll(() => evaluate(`document.body?.innerText ?? ''`), PATIENT).toContain(wanted)
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
      await expect.poll(() => evaluate(`${found} !== undefined`), PATIENT).toBe(true)
      await evaluate(`void ${found}.click()`)
    },
    fill: (label: string, value: string) =>
      evaluate(`void (() => {
        const label = [...document.querySelectorAll('label')].find((one) => one.textContent.includes(${JSON.stringify(label)}))
        label.control.value = ${JSON.stringify(value)}
      })()`),
    /** From now on `soundGoesOn` hears what is played. */
    listenIn: () => evaluate(LISTEN),
    soundGoesOn: async () => {
      const from = await position()
      await expect.poll(position, PATIENT).toBeGreaterThan(from + 0.2)
    },
    bufferAll: () => expect.poll(() => evaluate(BUFFERED), PATIENT).toBeGreaterThan(20),
  }
}
