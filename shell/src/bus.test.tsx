import type { ShellEvents } from '@griot/shell-sdk/contract'
import { expect, it, vi } from 'vitest'
import { createBus } from './bus.ts'

it('delivers an event to every listener, even if one throws', () => {
  const events = createBus<ShellEvents>()
  const listener = vi.fn()
  events.on('points.changed', () => {
    throw new Error('listener')
  })
  const off = events.on('points.changed', listener)

  events.emit('points.changed', { points: 1 })
  off()
  events.emit('points.changed', { points: 2 })

  expect(listener).toHaveBeenCalledExactlyOnceWith({ points: 1 })
})
