import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChapterStart } from './chapters.ts'
import { createCurrentChapters } from './current-chapters.ts'
import { createPlayer } from './engine.ts'
import { createPreferences } from './preferences.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'

let stop: () => void
const setUp = ({ isLoaded = true, given = [] as ChapterStart[] } = {}) => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const next = vi.fn(async () => undefined)
  const preferences = createPreferences()
  const chapters = createCurrentChapters(player, (_, show) => {
    show(given)
    return () => undefined
  })
  stop = listenForShortcuts({ player, preferences, chapters, upNext: { next } })
  if (isLoaded) {
    void player.load(media())
    audio.startSound(600)
  }
  return { audio, player, next, preferences }
}

beforeEach(() => localStorage.clear())
afterEach(() => stop())

describe('player shortcuts', () => {
  it('play, pause, skip, mute, change the volume and play the next episode', async () => {
    const { audio, player, next } = setUp()
    await userEvent.keyboard(' ')
    expect(player.state.get().status).toBe('paused')
    await userEvent.keyboard(' ')
    expect(audio.paused).toBe(false)

    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(audio.currentTime).toBe(15)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(player.state.get().volume).toBe(95)
    await userEvent.keyboard('m')
    expect(audio.muted).toBe(true)
    await userEvent.keyboard('N')
    expect(next).toHaveBeenCalledOnce()
  })

  it('go to the previous and next chapter with Shift and an arrow, if there are chapters', async () => {
    const { audio } = setUp({ given: [0, 100, 200].map((start) => ({ start, title: `From ${start}` })) })
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
    expect(audio.currentTime).toBe(200)
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(audio.currentTime).toBe(100)
    stop()

    const other = setUp()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(other.audio.currentTime).toBe(0)
  })

  it('do nothing in a field, on a button and with modifier keys', async () => {
    const { audio, player, next } = setUp()
    const pressed = vi.fn()
    render(
      <>
        <input aria-label="Search" />
        <button type="button" onClick={pressed}>
          Press
        </button>
      </>,
    )
    await userEvent.type(screen.getByRole('textbox'), 'm n{ArrowLeft}')
    expect(screen.getByRole('textbox')).toHaveValue('m n')
    screen.getByRole('button').focus()
    await userEvent.keyboard(' ')
    expect(pressed).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Control>}m{/Control}')
    expect(audio.muted).toBe(false)
    expect(player.state.get().status).toBe('playing')
    expect(next).not.toHaveBeenCalled()
  })

  it('do nothing without an episode, or when turned off', async () => {
    const idle = setUp({ isLoaded: false })
    await userEvent.keyboard('m')
    expect(idle.audio.muted).toBe(false)
    stop()

    const { audio, preferences } = setUp()
    preferences.choose({ shortcuts: false })
    await userEvent.keyboard('m')
    expect(audio.muted).toBe(false)
  })
})
