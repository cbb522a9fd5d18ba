import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPlayer, stubBrowser } from './testing/render-player.tsx'
import { media } from './testing/silent-audio.ts'

beforeEach(stubBrowser)

describe('the playback sheet', () => {
  const open = async () => {
    const context = renderPlayer()
    await context.play()
    await userEvent.click(screen.getByRole('button', { name: 'Speed and sleep timer: 1×' }))
    await screen.findByRole('dialog', { name: 'Playback' })
    return context
  }

  it('changes the speed, and stores it for the podcast', async () => {
    const { audio, player } = await open()
    await userEvent.click(screen.getByRole('button', { name: '1.5×' }))
    expect(audio.playbackRate).toBe(1.5)
    await userEvent.click(screen.getByRole('button', { name: 'Faster' }))
    expect(screen.getByRole('slider', { name: 'Speed' })).toHaveAttribute('aria-valuetext', '1.6 times')

    await act(() => player.load(media(2)))
    expect(audio.playbackRate).toBe(1.6)
  })

  it('sets and cancels the sleep timer', async () => {
    const { playback } = await open()
    await userEvent.click(screen.getByRole('button', { name: '15 minutes', pressed: false }))
    expect(screen.getByRole('button', { pressed: true, name: /minutes$/ })).toHaveTextContent('15 minutes')
    expect(screen.getByText(/Fades out and pauses in 1[45]:/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(playback.sleepTimer.state.get()).toEqual({ until: 'off' })
    await userEvent.click(screen.getByRole('button', { name: 'End of episode' }))
    expect(screen.getByText('Pauses when this episode ends.')).toBeVisible()
  })

  it('turns shortcuts off', async () => {
    const { playback } = await open()
    await userEvent.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }))
    expect(playback.preferences.state.get()).toEqual({ autoplay: true, shortcuts: false })
  })
})

describe('the queue sheet', () => {
  const open = async (...numbers: number[]) => {
    const context = renderPlayer()
    for (const number of numbers) context.playback.queue.add(media(number))
    await context.play()
    await userEvent.click(screen.getByRole('button', { name: /^Queue/ }))
    await screen.findByRole('dialog', { name: 'Queue' })
    const order = () =>
      screen.queryAllByRole('listitem').map((row) => row.textContent?.match(/Episode \d/)?.[0]?.slice(-1))
    return { ...context, order }
  }

  it('reorders by keyboard, keeps the focus and announces the new position', async () => {
    const { order } = await open(2, 3, 4)
    expect(screen.getByRole('button', { name: 'Move Episode 2 up' })).toBeDisabled()
    const up = screen.getByRole('button', { name: 'Move Episode 4 up' })
    up.focus()
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['2', '4', '3'])
    expect(up).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Episode 4: 2 of 3')

    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['4', '2', '3'])
    expect(screen.getByRole('button', { name: 'Move Episode 4 down' })).toHaveFocus()
  })

  it('states what follows, and turns autoplay off', async () => {
    const { playback } = await open(2)
    expect(screen.getByText(/^Then the next episode of .+ follows, if there is one\.$/)).toBeVisible()
    await userEvent.click(screen.getByRole('switch', { name: 'Play the next episode' }))
    expect(playback.preferences.state.get()).toEqual({ autoplay: false, shortcuts: true })
    expect(screen.getByText('Then playback stops.')).toBeVisible()
  })

  it('removes, clears and plays', async () => {
    const { order, player, queue } = await open(2, 3, 4).then((context) => ({
      ...context,
      queue: context.playback.queue,
    }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Episode 3 from the queue' }))
    expect(order()).toEqual(['2', '4'])
    await userEvent.click(screen.getByRole('button', { name: 'Play Episode 4' }))
    expect(player.state.get().episode?.title).toBe('Episode 4')
    expect(order()).toEqual(['2'])
    await userEvent.click(screen.getByRole('button', { name: 'Clear queue' }))
    expect(queue.state.get()).toEqual([])
    expect(screen.getByText('Your queue is empty')).toBeVisible()
  })
})
