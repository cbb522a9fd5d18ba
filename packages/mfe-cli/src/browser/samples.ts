import { wavOf } from '@griot/service-kit/audio/wav'
import type { PlayerMedia, ShellEvents, SlotId } from '@griot/shell-sdk/contract'
import type { Page } from 'playwright-core'

const SAMPLE_RATE = 8000
const SECONDS = 600
export const SAMPLE_ID = '00000000-0000-4000-8000-000000000000'
const STREAM = '/api/media/00000000-0000-4000-8000-00000000c010/stream'

/** An episode that does not exist, so that listening to it counts nowhere. */
export const EPISODE: PlayerMedia = {
  episode: { id: SAMPLE_ID, podcastId: SAMPLE_ID, title: 'A long tone', audioUrl: STREAM, duration: SECONDS },
  podcast: { id: SAMPLE_ID, title: 'mfe verify', hostId: SAMPLE_ID, hostName: 'mfe verify', coverImage: '' },
}

/** Responds to the episode's audio requests in the browser: ten minutes of a tone, 8 bits per sample. */
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

type Sample = { [Event in keyof ShellEvents]: { event: Event; payload: ShellEvents[Event] } }[keyof ShellEvents]

/** The events on which the shell opens its slots. */
export const SLOT_SAMPLES: Readonly<Record<SlotId, Sample>> = {
  'tip-dialog': {
    event: 'tip.open',
    payload: {
      ...{ podcastId: SAMPLE_ID, podcastTitle: 'A sample podcast', episodeId: null },
      ...{ receiverId: SAMPLE_ID, receiverName: 'Sample Creator' },
    },
  },
  'badge-popup': {
    event: 'badges.earned',
    payload: {
      badges: [
        {
          ...{ id: 'sample', name: 'Sample badge', description: 'A badge for a test.', icon: 'award' },
          ...{ points: 10, rarity: 'common', episodes: 1 },
        },
      ],
    },
  },
}
