import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCurrentChapters, watchChapters } from './current-chapters.ts'
import { createPlayer } from './engine.ts'
import { connectMediaSession } from './media-session.ts'
import { createTestPlayback, media, SilentAudio } from './testing/silent-audio.ts'

const CHAPTERS = [
  { start: 0, title: 'Hello' },
  { start: 100, title: 'The river' },
]
const EPISODES = {
  [`GET /api/episode/${media(1).episode.id}`]: { description: '', duration: 600, chapters: CHAPTERS },
  [`GET /api/episode/${media(2).episode.id}`]: { description: '', duration: 600 },
}

afterEach(() => vi.unstubAllGlobals())

const setUp = () => {
  const api = stubApi(EPISODES)
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const chapters = createCurrentChapters(player, watchChapters(new QueryClient()))
  return { api, audio, player, chapters }
}

describe('the chapters of the loaded episode', () => {
  it('load when the episode plays, and end with it', async () => {
    const { audio, player, chapters } = setUp()
    player.restore(media(1), 1)
    expect(chapters.state.get()).toEqual([])

    player.play()
    audio.startSound(600)
    await vi.waitFor(() => expect(chapters.state.get()).toEqual(CHAPTERS))
    chapters.next()
    expect(audio.currentTime).toBe(100)
    chapters.previous()
    expect(audio.currentTime).toBe(0)

    void player.load(media(2))
    expect(chapters.state.get()).toEqual([])
  })

  it('load before that for a view', async () => {
    const { player, chapters } = setUp()
    player.restore(media(1), 1)
    chapters.load()
    await vi.waitFor(() => expect(chapters.state.get()).toEqual(CHAPTERS))
  })
})

describe('the title in the media session', () => {
  it('names the current chapter', async () => {
    const mediaSession = {
      metadata: { title: '' },
      setActionHandler: () => undefined,
      setPositionState: () => undefined,
    }
    vi.stubGlobal(
      'MediaMetadata',
      class {
        title: string
        constructor({ title }: { title: string }) {
          this.title = title
        }
      },
    )
    vi.stubGlobal('navigator', { mediaSession, onLine: true })
    const audio = new SilentAudio()
    const player = createPlayer(audio.asElement())
    const playback = createTestPlayback(player, (_, show) => {
      show(CHAPTERS)
      return () => undefined
    })
    connectMediaSession(player, playback.upNext, playback.chapters)

    void player.load(media(1))
    audio.startSound(600)
    expect(mediaSession.metadata.title).toBe('Hello · Episode 1')
    player.seek(150)
    expect(mediaSession.metadata.title).toBe('The river · Episode 1')
  })
})
