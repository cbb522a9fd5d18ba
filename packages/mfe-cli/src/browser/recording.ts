import { wavOf } from '@griot/service-kit/wav'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import type { Page } from 'playwright-core'

const SAMPLE_RATE = 8000
const SECONDS = 600
const NOBODY = '00000000-0000-4000-8000-000000000000'
const STREAM = '/api/media/00000000-0000-4000-8000-00000000c010/stream'

/** An episode that no catalogue has: what is heard of it counts nowhere. */
export const EPISODE: PlayerMedia = {
  episode: { id: NOBODY, podcastId: NOBODY, title: 'A long tone', audioUrl: STREAM, duration: SECONDS },
  podcast: { id: NOBODY, title: 'mfe verify', hostId: NOBODY, hostName: 'mfe verify', coverImage: '' },
}

/** Answers the episode's sound in the page itself: ten minutes of a tone, eight bits a sample. */
export const serveRecording = async (page: Page) => {
  const tone = Buffer.from(Array.from({ length: SAMPLE_RATE * SECONDS }, (_, at) => 128 + 40 * Math.sin(at / 6)))
  const all = wavOf(tone, SAMPLE_RATE)
  await page.route(`**${STREAM}`, (route) => {
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
    return route.fulfill({
      status: 206,
      contentType: 'audio/wav',
      headers: { 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` },
      body: all.subarray(from),
    })
  })
}
