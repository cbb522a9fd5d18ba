import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer } from './engine.ts'
import { createTestPlayback, media, SilentAudio } from './testing/silent-audio.ts'
import { WaveformProgress } from './waveform-slider.tsx'

const WIDTH = 300
const CHAPTERS = [
  { start: 60, title: 'The river' },
  { start: 300, title: 'The sea' },
]

/** Renders the waveform of an episode of 600 seconds. */
const show = (respond: () => Response) => {
  vi.stubGlobal('fetch', async () => respond())
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  void player.load(media())
  audio.startSound(600)
  const playback = createTestPlayback(player)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = () => (
    <QueryClientProvider client={client}>
      <WaveformProgress playback={playback} snapshot={player.state.get()} chapters={CHAPTERS} />
    </QueryClientProvider>
  )
  const { rerender, container } = render(view())
  const update = () => rerender(view())
  const waveform = () => {
    const element = container.querySelector('.waveform')
    if (!element) throw new Error('the page has no waveform')
    return element
  }
  return { audio, player, update, waveform }
}
const withPeaks = () => new Response(Uint8Array.from([0, 128, 255]))

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 72))
})

describe('the waveform', () => {
  it('is a slider that is announced as time and moved by keys', async () => {
    const { audio, update } = show(withPeaks)
    const slider = screen.getByRole('slider', { name: 'Progress' })
    expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 10 minutes')
    fireEvent.change(slider, { target: { value: '50' } })
    expect(audio.currentTime).toBe(300)
    update()
    expect(slider).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes, The sea')
  })

  it('shows the position while dragging, and seeks on release', () => {
    const { audio, waveform } = show(withPeaks)
    fireEvent.pointerDown(waveform(), { clientX: 30, isPrimary: true, button: 0, pointerId: 1 })
    fireEvent.pointerMove(waveform(), { clientX: 150, isPrimary: true, pointerId: 1 })
    expect(screen.getByText('0:05:00')).toBeVisible()
    expect(audio.currentTime).toBe(0)
    fireEvent.pointerUp(waveform(), { clientX: 151, isPrimary: true, pointerId: 1 })
    expect(audio.currentTime).toBe(302)
  })

  it('does not seek when the gesture becomes a scroll', () => {
    const { audio, waveform } = show(withPeaks)
    fireEvent.pointerDown(waveform(), { clientX: 150, isPrimary: true, button: 0, pointerId: 1 })
    fireEvent.pointerCancel(waveform(), { pointerId: 1 })
    fireEvent.pointerUp(waveform(), { clientX: 150, isPrimary: true, pointerId: 1 })
    expect(audio.currentTime).toBe(0)
  })

  it('is a plain slider without peaks', async () => {
    const { audio } = show(() => new Response(null, { status: 404 }))
    await expect.poll(() => document.querySelector('.waveform')).toBeNull()
    fireEvent.change(screen.getByRole('slider', { name: 'Progress' }), { target: { value: '10' } })
    expect(audio.currentTime).toBe(60)
  })
})
