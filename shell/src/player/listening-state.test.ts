import { describe, expect, it } from 'vitest'
import { INITIAL_ENGINE } from './engine-state.ts'
import { INITIAL_LISTENING, type ListeningEvent, type ListeningState, next } from './listening-state.ts'
import { media } from './testing/silent-audio.ts'

const player = (status: 'playing' | 'paused' | 'buffering', episode = media().episode) => ({
  player: { ...INITIAL_ENGINE.snapshot, status, episode, position: 30, duration: 600 },
  isSignedIn: true,
})
const playing: ListeningEvent = { type: 'player-changed', ...player('playing') }
const paused: ListeningEvent = { type: 'player-changed', ...player('paused') }
const moved = { ...player('paused'), player: { ...player('paused').player, position: 300 } }
const started = (positionSeconds = 0) =>
  ({ type: 'started', key: 1, duration: 600, response: { id: 's', positionSeconds } }) as ListeningEvent

/** Applies events at times in milliseconds. Returns the last state and all effects. */
const run = (...events: [at: number, event: ListeningEvent][]) => {
  let state: ListeningState = INITIAL_LISTENING
  const effects = events.flatMap(([at, event]) => {
    const step = next(state, event, at)
    state = step.state
    return step.effects
  })
  return { state, effects, kinds: effects.map((effect) => effect.do) }
}

describe('listening transitions', () => {
  it.each<[string, [number, ListeningEvent][], string[]]>([
    ['sound starts a session', [[0, playing]], ['start']],
    ['a signed-out user has no session', [[0, { ...playing, isSignedIn: false } as ListeningEvent]], []],
    [
      'an earlier position is resumed',
      [
        [0, playing],
        [1, started(240)],
      ],
      ['start', 'resume'],
    ],
    [
      'a completed episode starts again',
      [
        [0, playing],
        [1, started(590)],
      ],
      ['start'],
    ],
    [
      'a pause sends the position',
      [
        [0, playing],
        [1, started()],
        [2, paused],
      ],
      ['start', 'send-heartbeat'],
    ],
    [
      'a position that is chosen during a pause is sent once',
      [
        [0, playing],
        [1, started()],
        [2, paused],
        [1000, { ...paused, type: 'tick' } as ListeningEvent],
        [2000, { ...moved, type: 'tick' } as ListeningEvent],
        [3000, { ...moved, type: 'tick' } as ListeningEvent],
      ],
      ['start', 'send-heartbeat', 'send-heartbeat'],
    ],
    [
      'a long pause starts a new session',
      [
        [0, playing],
        [1, started()],
        [2, paused],
        [120_000, playing],
      ],
      ['start', 'send-heartbeat', 'end', 'start'],
    ],
    [
      'another episode ends the session',
      [
        [0, playing],
        [1, { type: 'player-changed', ...player('playing', media(2).episode) }],
      ],
      ['start', 'end', 'start'],
    ],
    [
      'a failed start waits for a heartbeat',
      [
        [0, playing],
        [1, { type: 'start-failed', key: 1 }],
        [2, playing],
      ],
      ['start'],
    ],
    [
      'and then retries',
      [
        [0, playing],
        [1, { type: 'start-failed', key: 1 }],
        [15_001, { ...playing, type: 'tick' } as ListeningEvent],
      ],
      ['start', 'start'],
    ],
    [
      'a session that is gone is replaced',
      [
        [0, playing],
        [1, started()],
        [2, { ...playing, type: 'session-gone', key: 1 } as ListeningEvent],
      ],
      ['start', 'start'],
    ],
    [
      'a closed page sends a beacon',
      [
        [0, playing],
        [1, started()],
        [2, { type: 'page-hidden', ...player('playing') }],
      ],
      ['start', 'send-end-beacon'],
    ],
    [
      'a page closed before the start stores the position',
      [
        [0, playing],
        [1, { type: 'page-hidden', ...player('playing') }],
      ],
      ['start', 'store-position'],
    ],
    [
      'sign-out ends and does not start again',
      [
        [0, playing],
        [1, { type: 'signing-out', played: player('playing').player }],
        [2, playing],
      ],
      ['start', 'end'],
    ],
  ])('%s', (_, events, kinds) => expect(run(...events).kinds).toEqual(kinds))

  it('counts seconds with sound only', () => {
    const { effects } = run([0, playing], [1, started()], [5000, paused], [65_000, playing], [75_000, paused])
    expect(effects.at(-1)).toMatchObject({ body: { listeningDuration: 15, totalProgress: 30 } })
  })
})
