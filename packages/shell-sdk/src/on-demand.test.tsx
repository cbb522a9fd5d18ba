import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useOnDemand } from './on-demand.ts'

const Part = () => null

afterEach(() => vi.restoreAllMocks())

it('loads a component once, when it is needed', async () => {
  const load = vi.fn(async () => Part)
  const { result, rerender } = renderHook(({ trigger }) => useOnDemand(load, trigger), { initialProps: { trigger: 0 } })
  expect([result.current, load.mock.calls.length]).toEqual([null, 0])

  rerender({ trigger: 1 })
  await waitFor(() => expect(result.current).toBe(Part))
  rerender({ trigger: 2 })
  expect(load).toHaveBeenCalledOnce()
})

it('reports a failed load and retries', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => Part).mockRejectedValueOnce(new Error('gone'))
  const onFailed = vi.fn()
  const { result, rerender } = renderHook(({ trigger }) => useOnDemand(load, trigger, onFailed), {
    initialProps: { trigger: 1 },
  })
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(result.current).toBeNull()

  rerender({ trigger: 2 })
  await waitFor(() => expect(result.current).toBe(Part))
})
