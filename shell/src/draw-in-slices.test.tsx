import { act } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import * as scheduler from 'scheduler'
import { expect, it } from 'vitest'
import { drawInSlices } from './draw-in-slices.tsx'

/** Whether a task that has taken so many milliseconds would give way now: the scheduler's own measure, by its own clock. */
const givesWayAfter = (ms: number) =>
  new Promise<boolean>((resolve) => {
    const { unstable_scheduleCallback: schedule, unstable_shouldYield: shouldYield, unstable_now: now } = scheduler
    schedule(3, () => {
      const until = now() + ms
      while (now() < until);
      resolve(shouldYield())
    })
  })

it('draws a page in long slices, and leaves React its own for what comes after it', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => drawInSlices(root, <h1>Discover</h1>))
  expect(place.textContent).toBe('Discover')
  expect(await givesWayAfter(6)).toBe(true)
  await act(async () => root.unmount())
})
