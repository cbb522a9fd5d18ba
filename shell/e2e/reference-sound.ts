import { wavOf } from '@griot/service-kit/audio/wav'
import type { Browser, Page } from 'playwright-core'
import { audioState, captureAudio } from './audio.ts'

const SECONDS = 900
/** The lowest sample rate that browsers play. */
const SAMPLE_RATE = 3000
const SILENCE = wavOf(Buffer.alloc(SECONDS * SAMPLE_RATE, 128), SAMPLE_RATE)

/**
 * Plays silence in a tab of its own. Its position is the elapsed time as audio counts it: a busy machine delays it like the
 * sound under test, and a fake clock in the page does not change it.
 */
export const openReferenceSound = async (browser: Browser) => {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await captureAudio(tab)
  await tab.route('http://reference.example/**', (route) =>
    route.request().url().endsWith('.wav')
      ? route.fulfill({ contentType: 'audio/wav', body: SILENCE })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Reference sound</title>' }),
  )
  await tab.goto('http://reference.example/')
  await tab.evaluate(() => new Audio('/silence.wav').play())

  const now = async () => (await audioState(tab)).position
  /** The position of a page's sound, between two readings of the reference. */
  const measure = async (page: Page) => {
    const before = await now()
    const { position } = await audioState(page)
    return { page, position, before, after: await now() }
  }
  let start: Awaited<ReturnType<typeof measure>> | undefined

  return {
    begin: async (page: Page) => {
      start = await measure(page)
      await page.evaluate(() => {
        const { sound } = globalThis as { sound?: HTMLAudioElement }
        const interruptions: string[] = []
        Object.assign(globalThis, { interruptions })
        for (const event of ['pause', 'waiting', 'seeking', 'emptied', 'ended', 'error'])
          sound?.addEventListener(event, () => interruptions.push(event))
      })
    },
    /** Interruptions since the start, and the seconds by which the sound deviates at least. Null if nothing was started. */
    compare: async (page: Page) => {
      const interruptions = await page.evaluate(() => (globalThis as { interruptions?: string[] }).interruptions)
      if (start?.page !== page || !interruptions) return null
      const end = await measure(page)
      const played = end.position - start.position
      const minimum = end.before - start.after
      const maximum = end.after - start.before
      return { interruptions, behindSeconds: Math.max(minimum - played, played - maximum, 0) }
    },
  }
}
