import { describe, expect, it } from 'vitest'
import {
  type EngineEffect,
  type EngineEvent,
  type EngineState,
  type Environment,
  INITIAL_ENGINE,
  next,
} from './engine-state.ts'
import { media } from './testing/silent-audio.ts'

const BROWSER: Environment = { canSeek: true, position: 0, duration: 600, isOnline: true, now: 0 }
const LOAD: EngineEvent = { type: 'load', media: media(), rate: 1 }

const nameOf = (effect: EngineEffect) =>
  effect.do === 'set' ? `set ${Object.keys(effect.audio).join(', ')}` : effect.do

const run = (
  events: readonly EngineEvent[],
  browser: Partial<Environment> = {},
  initial: EngineState = INITIAL_ENGINE,
) => {
  let step = { state: initial, effects: [] as ReturnType<typeof next>['effects'] }
  for (const event of events) step = next(step.state, event, { ...BROWSER, ...browser })
  return { snapshot: step.state.snapshot, state: step.state, effects: step.effects.map(nameOf) }
}

describe('engine transitions', () => {
  it.each<[string, EngineEvent[], object, string[]]>([
    [
      'load starts the source',
      [LOAD],
      { status: 'loading' },
      ['stop-polling', 'set src', 'set defaultPlaybackRate, playbackRate', 'play'],
    ],
    ['sound starts polling', [LOAD, { type: 'playing' }], { status: 'playing' }, ['start-polling']],
    ['pause while loading needs no event', [LOAD, { type: 'pause' }], { status: 'paused' }, ['pause']],
    ['missing data buffers', [LOAD, { type: 'playing' }, { type: 'waiting' }], { status: 'buffering' }, []],
    [
      'another episode publishes the old one',
      [LOAD, { ...LOAD, media: media(2) }],
      { position: 0 },
      expect.arrayContaining(['publish']),
    ],
    [
      'the end publishes the episode',
      [LOAD, { type: 'ended' }],
      { status: 'paused' },
      ['stop-polling', 'set currentTime', 'publish'],
    ],
    [
      'a superseded play is no failure',
      [LOAD, { type: 'play-rejected', reason: 'AbortError' }],
      { status: 'loading' },
      [],
    ],
    [
      'a broken file fails',
      [LOAD, { type: 'audio-failed', isNetworkError: false }],
      { status: 'failed' },
      ['stop-polling'],
    ],
    [
      'restore shows the episode paused',
      [{ ...LOAD, type: 'restore', media: { ...media(), resumeAt: 90 } }],
      { status: 'paused', position: 90, duration: 600 },
      ['pause', 'stop-polling', 'set src', 'set defaultPlaybackRate, playbackRate'],
    ],
    [
      'restore of the loaded episode moves it',
      [LOAD, { type: 'pause' }, { ...LOAD, type: 'restore', media: { ...media(), resumeAt: 90 } }],
      { status: 'paused', position: 90 },
      ['set currentTime', 'set defaultPlaybackRate, playbackRate'],
    ],
    ['mute keeps the volume', [LOAD, { type: 'mute-toggled' }], { muted: true, volume: 100 }, ['set muted']],
  ])('%s', (_, events, snapshot, effects) => {
    const result = run(events)
    expect(result.snapshot).toMatchObject(snapshot)
    expect(result.effects).toEqual(effects)
  })

  it('seeks once the duration is known if the audio cannot seek yet', () => {
    const waiting = run([LOAD, { type: 'seek', seconds: 90 }], { canSeek: false })
    expect([waiting.state.pendingSeek, waiting.effects]).toEqual([90, []])

    const ready = run([{ type: 'metadata-loaded' }], {}, waiting.state)
    expect([ready.state.pendingSeek, ready.effects]).toEqual([null, ['set currentTime']])
  })

  it('reloads an expired source, and retries when the connection is back', () => {
    const { state } = run([LOAD, { type: 'playing' }])
    const failure: EngineEvent = { type: 'audio-failed', isNetworkError: true }
    expect(run([failure], { now: 61_000 }, state).effects).toEqual(['stop-polling', 'reload', 'play'])

    const offline = run([failure], { isOnline: false }, state)
    expect(offline.snapshot.status).toBe('failed')
    expect(run([{ type: 'online' }], {}, offline.state).effects).toEqual(['reload', 'play'])
  })
})
