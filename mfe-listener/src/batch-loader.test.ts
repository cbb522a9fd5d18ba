import { describe, expect, it } from 'vitest'
import { batchLoader } from './batch-loader.ts'

const recordingLoader = () => {
  const requests: string[] = []
  const load = batchLoader(
    async (ids) => {
      requests.push(ids)
      if (ids.includes('broken')) throw new Error('request failed')
      return ids
        .split(',')
        .filter((id) => id !== 'deleted')
        .map((id) => ({ id }))
    },
    ({ id }) => id,
  )
  return { requests, load }
}

describe('batchLoader', () => {
  it('sends the calls of one moment as one request, each id once', async () => {
    const { requests, load } = recordingLoader()
    const items = await Promise.all(['a', 'b', 'deleted', 'a'].map(load))
    expect(items).toEqual([{ id: 'a' }, { id: 'b' }, null, { id: 'a' }])
    expect(requests).toEqual(['a,b,deleted'])

    await load('c')
    expect(requests).toEqual(['a,b,deleted', 'c'])
  })

  it('splits calls into requests of at most 100 ids', async () => {
    const { requests, load } = recordingLoader()
    await Promise.all(Array.from({ length: 101 }, (_, at) => load(`id${at}`)))
    expect(requests.map((ids) => ids.split(',').length)).toEqual([100, 1])
  })

  it('rejects every call of a failed request, and sends later calls again', async () => {
    const { load } = recordingLoader()
    const both = await Promise.allSettled([load('broken'), load('a')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await load('a')).toEqual({ id: 'a' })
  })
})
