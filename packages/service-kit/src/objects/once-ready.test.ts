import { describe, expect, it } from 'vitest'
import { onceReady } from './once-ready.ts'

describe('a store that has to be ready', () => {
  it('is asked until it was, and may be away later', async () => {
    let asked = 0
    let isAway = true
    const ready = onceReady({
      async ready() {
        asked += 1
        if (isAway) throw new Error('away')
      },
    })

    await expect(ready()).rejects.toThrow('away')
    isAway = false
    await ready()
    isAway = true
    await ready()
    expect(asked).toBe(2)
  })
})
