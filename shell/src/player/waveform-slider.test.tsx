import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer } from './engine.ts'
import { media, SilentAudio } from './testing.ts'
import { WaveformProgress } from './waveform-slider.tsx'

const WIDTH = 300

/** An episode of 600 seconds, and a server that answers with this when it is asked for the waveform. */
const show = (answer: () => Response) => {
  vi.stubGlobal('fetch', async () => answer())
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  void player.load(media())
  audio.sound(600)
  const { rerender, container } = render(<WaveformProgress player={player} snapshot={player.state.get()} />)
  const update = () => rerender(<WaveformProgress player={player} snapshot={player.state.get()} />)
  const waveform = () => {
    const element = container.querySelector('.waveform')
    if (!element) throw new Error('There is no waveform')
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
  it('is a slider that is spoken as time and moved by keys', async () => {
    const { audio, update } = show(withPeaks)
    const slider = screen.getByRole('slider', { name: 'Progress' })
    expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 10 minutes')
    fireEvent.change(slider, { target: { value: '50' } })
    expect(audio.currentTime).toBe(300)
    update()
    expect(slider).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')
  })

  it('shows the place under the finger, and goes there when it is let go', () => {
    const { audio, waveform } = show(withPeaks)
    fireEvent.pointerDown(waveform(), { clientX: 30, isPrimary: true, button: 0, pointerId: 1 })
    fireEvent.pointerMove(waveform(), { clientX: 150, isPrimary: true, pointerId: 1 })
    expect(screen.getByText('0:05:00')).toBeVisible()
    expect(audio.currentTime).toBe(0)
    fireEvent.pointerUp(waveform(), { clientX: 151, isPrimary: true, pointerId: 1 })
    expect(audio.currentTime).toBe(302)
  })

  it('stays where it is when the finger turns out to scroll', () => {
    const { audio, waveform } = show(withPeaks)
    fireEvent.pointerDown(waveform(), { clientX: 150, isPrimary: true, button: 0, pointerId: 1 })
    fireEvent.pointerCancel(waveform(), { pointerId: 1 })
    fireEvent.pointerUp(waveform(), { clientX: 150, isPrimary: true, pointerId: 1 })
    expect(audio.currentTime).toBe(0)
  })

  it('gives way to a plain slider when there is none', async () => {
    const { audio } = show(() => new Response(null, { status: 404 }))
    await expect.poll(() => document.querySelector('.waveform')).toBeNull()
    fireEvent.change(screen.getByRole('slider', { name: 'Progress' }), { target: { value: '10' } })
    expect(audio.currentTime).toBe(60)
  })
})
