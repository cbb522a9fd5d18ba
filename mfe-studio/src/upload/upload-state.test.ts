import { describe, expect, it } from 'vitest'
import { NO_UPLOADS, newUpload, next, percentOf, type UploadEvent } from './upload-state.ts'

const file = new File(['x'.repeat(1000)], 'talk.mp3', { type: 'audio/mpeg' })
const added = (...keys: string[]): UploadEvent => ({
  type: 'added',
  items: keys.map((key) => newUpload(key, file, null)),
})
const after = (...events: UploadEvent[]) => events.reduce(next, NO_UPLOADS)
const statesAfter = (...events: UploadEvent[]) => after(...events).items.map(({ state }) => state)
type Plain = 'started' | 'paused' | 'resumed' | 'retried' | 'cancelled' | 'cleared'
/** An event of the first upload. */
const first = (type: Plain): UploadEvent => ({ type, key: 'a' })
const lost = { type: 'interrupted', key: 'a', sentence: 'The connection was lost.' } as const

describe('next', () => {
  it('sends two uploads at a time, in the order they were started', () => {
    const started = ['a', 'b', 'c'].map((key): UploadEvent => ({ type: 'started', key }))

    expect(statesAfter(added('a', 'b', 'c'), ...started)).toEqual(['sending', 'sending', 'waiting'])
    expect(statesAfter(added('a', 'b', 'c'), ...started, first('paused'))).toEqual(['paused', 'sending', 'sending'])
  })

  it('resumes a lost upload at its percentage, and starts the bar at 10 %', () => {
    const progressed = { type: 'progressed', key: 'a', sent: 500, speed: null } as const

    expect(after(added('a'), first('started')).items.map(percentOf)).toEqual([10])
    const { items } = after(added('a'), first('started'), progressed, lost, first('retried'))
    expect(items).toMatchObject([{ state: 'sending', sentBytes: 500 }])
    expect(items.map(percentOf)).toEqual([55])
  })

  it('counts consecutive interruptions until bytes are sent', () => {
    const twice = [first('started'), lost, first('retried'), lost]
    const progressed = { type: 'progressed', key: 'a', sent: 1, speed: null } as const

    expect(after(added('a'), ...twice).items[0]?.interruptions).toBe(2)
    expect(after(added('a'), ...twice, first('resumed')).items[0]?.interruptions).toBe(0)
    expect(after(added('a'), ...twice, first('retried'), progressed).items[0]?.interruptions).toBe(0)
  })

  it('ignores events of an attempt that was paused or cancelled', () => {
    const arrived = { type: 'arrived', key: 'a', mediaFileId: '1' } as const

    expect(statesAfter(added('a'), first('started'), first('paused'), lost)).toEqual(['paused'])
    expect(after(added('a'), first('started'), first('cancelled'), arrived).uploadedIds).toEqual([])
    expect(statesAfter(added('a'), first('started'), first('cleared'))).toEqual(['sending'])
  })

  it('rejects a chosen file with its reason, and no file that is being sent', () => {
    const rejected = { type: 'rejected', key: 'a', title: 'Recording too short', description: 'Too short.' } as const

    expect(after(added('a'), rejected)).toMatchObject({
      items: [],
      refused: [{ name: 'talk.mp3', title: rejected.title }],
    })
    expect(after(added('a'), first('started'), rejected)).toMatchObject({ items: [{ state: 'sending' }], refused: [] })
  })

  it('removes an upload that has arrived, and lists it first', () => {
    const arrived = { type: 'arrived', key: 'a', mediaFileId: '1' } as const

    expect(after(added('a'), first('started'), arrived)).toEqual({ items: [], refused: [], uploadedIds: ['1'] })
  })

  it('starts a failed upload from the beginning, with its reason', () => {
    const failed = { type: 'failed', key: 'a', sentence: 'Too large.' } as const

    expect(after(added('a'), first('started'), failed).items[0]).toMatchObject({
      state: 'chosen',
      sentBytes: 0,
      failure: 'Too large.',
    })
  })
})
