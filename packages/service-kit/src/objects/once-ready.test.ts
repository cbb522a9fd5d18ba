import { describe, expect, it } from 'vitest'
import { onceReady } from './once-ready.ts'

describe('onceReady', () => {
  it('checks the store until it was ready, and not any more after that', async () => {
    let checks = 0
    let isUnavailable = true
    const ready = onceReady({
      async ready() {
        checks += 1
        if (isUnavailable) throw new Error('unavailable')
      },
    })

    await expect(ready()).rejects.toThrow('unavailable')
    isUnavailable = false
    await ready()
    isUnavailable = true
    await ready()
    expect(checks).toBe(2)
  })
})
