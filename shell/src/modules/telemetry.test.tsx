import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportCaught } from '../caught-errors.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { createTelemetry } from './telemetry.ts'

const SHELL = '0.1.0-g00000001'
const REWARDS = '0.1.0-g00000002'

describe('telemetry', () => {
  let sent: { module: string; version: string; kind: string }[][]

  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    vi.spyOn(console, 'error').mockImplementation(() => {})
    Object.assign(navigator, {
      sendBeacon: (_: string, body: string) => {
        sent.push(JSON.parse(body).events)
        return true
      },
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('sends a batch after two seconds, including the load of the shell', async () => {
    const telemetry = createTelemetry(SHELL)
    telemetry.ready('rewards', REWARDS, 120.4)
    const error = Object.assign(new Error('changed'), {
      stack: `Error: changed at ${window.location.origin}/m/a.js:1:2`,
    })
    telemetry.failed({ module: 'studio', version: REWARDS, stage: 'integrity', error, incident: '0k3f9a1' })
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject([
      { module: 'shell', version: SHELL, kind: 'load_ok' },
      { module: 'rewards', version: REWARDS, kind: 'load_ok', ms: 120 },
      { module: 'studio', version: REWARDS, kind: 'integrity_fail', stage: 'integrity', incident: '0k3f9a1' },
      {
        ...{ module: 'studio', version: REWARDS, kind: 'detail', incident: '0k3f9a1', page: '/' },
        ...{ message: 'changed', stack: 'Error: changed at /m/a.js:1:2' },
      },
    ])
  })

  it('attributes an uncaught error to the module whose file the stack names', async () => {
    createTelemetry(SHELL)
    await vi.advanceTimersByTimeAsync(2100)
    window.dispatchEvent(new ErrorEvent('error', { error: errorOfRewards() }))
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('of the shell') }))
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.at(-1)?.filter(({ kind }) => kind === 'error')).toEqual([
      { module: 'rewards', version: REWARDS, kind: 'error' },
    ])
  })

  it('sends one API failure for a batch', async () => {
    const telemetry = createTelemetry(SHELL)
    telemetry.apiFailed('rewards', REWARDS)
    telemetry.apiFailed('rewards', REWARDS)
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.map((events) => events.map(({ kind }) => kind))).toEqual([['load_ok', 'api5xx']])
  })

  it('reports an error caught by a module’s own boundary, but not one caught by the shell', async () => {
    createTelemetry(SHELL)
    await vi.advanceTimersByTimeAsync(2100)
    reportCaught(errorOfRewards(), {})
    reportCaught(errorOfRewards(), {
      errorBoundary: new ModuleBoundary({ onCrash: () => 'panel', panel: () => null, children: null }),
    })
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.at(-1)?.filter(({ kind }) => kind === 'error')).toEqual([
      { module: 'rewards', version: REWARDS, kind: 'error' },
    ])
  })

  it('sends the batch when the page is left', () => {
    createTelemetry(SHELL)
    window.dispatchEvent(new Event('pagehide'))

    expect(sent.flat()).toMatchObject([{ module: 'shell', kind: 'load_ok' }])
  })

  const errorOfRewards = () => {
    const error = new Error('in a click')
    error.stack = `Error: in a click\n    at onClick (http://localhost/m/rewards/${REWARDS}~2/a1b2.js:1:2)`
    return error
  }
})
