import { expect, it, vi } from 'vitest'
import { reuseResult } from './reuse-result.ts'

it('returns one result to concurrent and later calls until it expires', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  let calls = 0
  const read = reuseResult(500, async () => {
    calls += 1
    return calls
  })
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  now.mockReturnValue(1_500)
  expect(await read()).toBe(1)
  now.mockReturnValue(1_501)
  expect(await read()).toBe(2)
  now.mockRestore()
})

it('calls again after a failure', async () => {
  let hasFailed = false
  const read = reuseResult(60_000, async () => {
    if (hasFailed) return 'read'
    hasFailed = true
    throw new Error('unavailable')
  })
  await expect(read()).rejects.toThrow('unavailable')
  expect(await read()).toBe('read')
})
