import { wavOf } from '@griot/service-kit/wav'
import type { Browser, Page } from 'playwright-core'
import { listenIn, soundOf } from './sound.ts'

const TICKS_SECONDS = 900
/** The least that browsers play. */
const RATE = 3000

/** A quarter of an hour. */
const SILENCE = wavOf(Buffer.alloc(TICKS_SECONDS * RATE, 128), RATE)

/**
 * Sound in a tab of its own that nothing happens to. How far it has come is the time that went by as sound has it: what
 * holds up the whole machine holds it up as well, and a page's own clock may be one that a test moves on.
 */
export const openMetronome = async (browser: Browser) => {
  const context = await browser.newContext()
  const ticking = await context.newPage()
  await listenIn(ticking)
  await ticking.route('http://metronome.example/**', (route) =>
    route.request().url().endsWith('.wav')
      ? route.fulfill({ contentType: 'audio/wav', body: SILENCE })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Metronome</title>' }),
  )
  await ticking.goto('http://metronome.example/')
  await ticking.evaluate(() => new Audio('/ticks.wav').play())

  const now = async () => (await soundOf(ticking)).position
  /** When a page’s sound was where, between two looks at the metronome. */
  let began: { page: Page; position: number; before: number; after: number } | undefined

  const look = async (page: Page) => {
    const before = await now()
    const { position } = await soundOf(page)
    return { page, position, before, after: await now() }
  }

  return {
    begin: async (page: Page) => {
      began = await look(page)
      await page.evaluate(() => {
        const { sound } = globalThis as { sound?: HTMLAudioElement }
        const interruptions: string[] = []
        Object.assign(globalThis, { interruptions })
        for (const what of ['pause', 'waiting', 'seeking', 'emptied', 'ended', 'error'])
          sound?.addEventListener(what, () => interruptions.push(what))
      })
    },
    /** What was heard since: seconds that are missing or too many at least, and whatever was not playing on. Null when nothing began. */
    compare: async (page: Page) => {
      const interruptions = await page.evaluate(() => (globalThis as { interruptions?: string[] }).interruptions)
      if (began?.page !== page || !interruptions) return null
      const ended = await look(page)
      const heard = ended.position - began.position
      const least = ended.before - began.after
      const most = ended.after - began.before
      return { interruptions, behind: Math.max(least - heard, heard - most, 0) }
    },
  }
}
