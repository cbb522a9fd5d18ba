import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellCaught } from '../caught-errors.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { createTelemetry } from './telemetry.ts'

const SHELL = '0.1.0-g00000001'
const REWARDS = '0.1.0-g00000002'

describe('what a tab tells about its modules', () => {
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

  it('goes out together, a moment later, with the shell’s own arrival', async () => {
    const telemetry = createTelemetry(SHELL)
    telemetry.ready('rewards', REWARDS, 120.4)
    telemetry.failed({
      module: 'studio',
      version: REWARDS,
      stage: 'integrity',
      error: new Error('changed'),
      incident: '0k3f9a1',
    })
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject([
      { module: 'shell', version: SHELL, kind: 'load_ok' },
      { module: 'rewards', version: REWARDS, kind: 'load_ok', ms: 120 },
      { module: 'studio', version: REWARDS, kind: 'integrity_fail', stage: 'integrity', incident: '0k3f9a1' },
    ])
  })

  it('lays a mistake at the door of the module whose file it comes from, and of nobody else', async () => {
    createTelemetry(SHELL)
    await vi.advanceTimersByTimeAsync(2100)
    window.dispatchEvent(new ErrorEvent('error', { error: mistakeOfRewards() }))
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('of the shell') }))
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.at(-1)?.filter(({ kind }) => kind === 'error')).toEqual([
      { module: 'rewards', version: REWARDS, kind: 'error' },
    ])
  })

  it('says once that the API failed, beside what counts', async () => {
    const telemetry = createTelemetry(SHELL)
    telemetry.apiFailed('rewards', REWARDS)
    telemetry.apiFailed('rewards', REWARDS)
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.map((events) => events.map(({ kind }) => kind))).toEqual([['load_ok'], ['api5xx']])
  })

  it('has what a module caught by itself, and not twice what the shell caught', async () => {
    createTelemetry(SHELL)
    await vi.advanceTimersByTimeAsync(2100)
    tellCaught(mistakeOfRewards(), {})
    tellCaught(mistakeOfRewards(), {
      errorBoundary: new ModuleBoundary({ onCrash: () => 'panel', panel: () => null, children: null }),
    })
    await vi.advanceTimersByTimeAsync(2100)

    expect(sent.at(-1)?.filter(({ kind }) => kind === 'error')).toEqual([
      { module: 'rewards', version: REWARDS, kind: 'error' },
    ])
  })

  it('is sent before the page goes away', () => {
    createTelemetry(SHELL)
    window.dispatchEvent(new Event('pagehide'))

    expect(sent.flat()).toMatchObject([{ module: 'shell', kind: 'load_ok' }])
  })

  const mistakeOfRewards = () => {
    const mistake = new Error('in a click')
    mistake.stack = `Error: in a click\n    at onClick (http://localhost/m/rewards/${REWARDS}~2/a1b2.js:1:2)`
    return mistake
  }
})
