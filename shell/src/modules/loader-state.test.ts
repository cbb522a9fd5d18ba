import { describe, expect, it } from 'vitest'
import { initialState, type LoaderEvent, type LoaderState, next, pendingUpdate } from './loader-state.ts'
import type { LoadedRelease, LoadStage, ModuleFailure } from './module-state.ts'
import { assigned } from './testing/loader-harness.ts'

const loaded = { instance: {}, abort: new AbortController() } as LoadedRelease
const failure = (version: string, stage: LoadStage = 'entry'): ModuleFailure => ({
  ...{ module: 'points', version, stage, error: null, incident: 'i' },
})
const ready = (version = 'v2'): LoaderEvent => ({ type: 'loaded', load: 1, version, loaded })
const crash = (stage: LoadStage = 'render'): LoaderEvent => ({ type: 'crashed', failure: failure('v2', stage) })
const endedTab = (version: string, isNew = true): LoaderEvent => ({
  ...{ type: 'broke-page', isNew, failure: failure(version, 'ended-tab') },
})
const removedPage = (version: string): LoaderEvent => ({
  ...{ type: 'broke-page', isNew: true, failure: failure(version, 'page-removed') },
})
const withdrawn = { ...assigned('v1'), quarantined: ['v2'] }

const run = (events: readonly LoaderEvent[], initial = initialState(assigned('v2', 'v1'))) => {
  let state: LoaderState = initial
  const effects = events.flatMap((event) => {
    const step = next(state, event, 0)
    state = step.state
    return step.effects.map((effect) => (effect.do === 'load' ? `load ${effect.release.version}` : effect.do))
  })
  return { status: state.module.status, pending: pendingUpdate(state), effects }
}

describe('loader transitions', () => {
  it.each<[string, LoaderEvent[], string, string[]]>([
    ['a module loads once', [{ type: 'needed' }, { type: 'needed' }], 'loading', ['load v2']],
    ['a loaded module is ready', [{ type: 'needed' }, ready()], 'ready', ['load v2', 'report-ready']],
    [
      'a failed version is followed by the last known good one',
      [{ type: 'needed' }, { type: 'load-failed', load: 1, failure: failure('v2') }],
      'loading',
      ['load v2', 'report-failure', 'load v1'],
    ],
    [
      'the result of an earlier load is disposed',
      [{ type: 'needed' }, { type: 'retry-requested' }, ready()],
      'loading',
      ['load v2', 'load v2', 'dispose'],
    ],
    [
      'a first crash keeps the instance',
      [{ type: 'needed' }, ready(), crash()],
      'ready',
      ['load v2', 'report-ready', 'report-failure'],
    ],
    [
      'a stall loads the last known good version',
      [{ type: 'needed' }, ready(), crash('stall')],
      'loading',
      ['load v2', 'report-ready', 'report-failure', 'dispose', 'load v1'],
    ],
    [
      'a render loop loads the last known good version',
      [{ type: 'needed' }, ready(), crash('render-loop')],
      'loading',
      ['load v2', 'report-ready', 'report-failure', 'dispose', 'load v1'],
    ],
    [
      'a version that ended the tab is followed by the last known good one',
      [endedTab('v2'), { type: 'needed' }],
      'loading',
      ['report-failure', 'load v1'],
    ],
    [
      'a version that ended the tab earlier is not reported again',
      [endedTab('v2', false), { type: 'needed' }],
      'loading',
      ['load v1'],
    ],
    [
      'versions that all ended the tab are loaded on request only',
      [endedTab('v2'), endedTab('v1'), { type: 'needed' }],
      'failed',
      ['report-failure', 'report-failure'],
    ],
    [
      'a shown version that removed the page is replaced by the last known good one',
      [{ type: 'needed' }, ready(), removedPage('v2')],
      'loading',
      ['load v2', 'report-ready', 'report-failure', 'dispose', 'load v1'],
    ],
    [
      'a version that is no longer shown does not affect the shown one by removing the page',
      [{ type: 'needed' }, ready(), crash('stall'), removedPage('v2')],
      'loading',
      ['load v2', 'report-ready', 'report-failure', 'dispose', 'load v1'],
    ],
    [
      'a disabled module is disposed',
      [{ type: 'needed' }, ready(), { type: 'assigned', assigned: { ...assigned('v2'), isDisabled: true } }],
      'off',
      ['load v2', 'report-ready', 'dispose'],
    ],
    [
      'a withdrawn version is replaced',
      [{ type: 'needed' }, ready(), { type: 'assigned', assigned: withdrawn }],
      'loading',
      ['load v2', 'report-ready', 'dispose', 'load v1'],
    ],
    [
      'unsaved work delays that',
      [{ type: 'needed' }, ready(), { type: 'hold-added', hold: 1 }, { type: 'assigned', assigned: withdrawn }],
      'ready',
      ['load v2', 'report-ready', 'start-withdrawal-timeout'],
    ],
  ])('%s', (_, events, status, effects) => expect(run(events)).toMatchObject({ status, effects }))

  it.each<[string, LoaderEvent[]]>([
    ['next-visit', []],
    ['unsaved-work', [{ type: 'hold-added', hold: 1 }]],
    [
      'blocked-unsaved-work',
      [
        { type: 'hold-added', hold: 1 },
        { type: 'version-blocked', version: 'v2' },
      ],
    ],
  ])('a newer version is pending: %s', (pending, events) => {
    const newer: LoaderEvent = { type: 'assigned', assigned: assigned('v3') }
    expect(run([{ type: 'attached' }, ready(), newer, ...events])).toMatchObject({ status: 'ready', pending })
  })
})
