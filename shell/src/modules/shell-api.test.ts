import { getEventListeners } from 'node:events'
import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import type { User } from '@griot/contracts/user'
import type { PlayerApi, ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createBus } from './bus.ts'
import { createShellApi } from './shell-api.ts'

const listener: AssignedModule = {
  version: '1.0.0-g00000001',
  container: 'mfe_listener_00000001',
  contract: 1,
  entry: '/m/listener/1.0.0-g00000001/remoteEntry.js',
  integrity: 'sha384-',
  contributes: {
    routes: [{ id: 'listener.episode', path: '/episode/:id', title: 'Episode', skeleton: 'detail' }],
    nav: [],
    slots: [],
    fallback: {},
  },
  lkg: null,
}

describe('the API a module is given', () => {
  it('finds the page of another module by its name', () => {
    const { api, navigate } = given()

    expect(api.nav.href('listener.episode', { id: 'a/b' })).toBe('/episode/a%2Fb')
    api.nav.go('listener.episode', { id: '7' })
    expect(navigate).toHaveBeenCalledWith('/episode/7')
  })

  it('leads home when no module brings the page', () => {
    expect(given().api.nav.href('studio.upload')).toBe('/')
  })

  it('keeps the module’s own reads apart from those of others, and of its other versions', () => {
    expect(given().api.query.key('draft', 7)).toEqual(['mfe', 'rewards', '1.0.0-g00000001', 'draft', 7])
  })

  it('stops telling a module that was ended', () => {
    const { api, events, abort } = given()
    const heard = vi.fn()
    api.events.on('points.changed', heard)
    events.emit('points.changed', { points: 5 })

    abort.abort()
    events.emit('points.changed', { points: 6 })
    api.events.on('points.changed', heard)
    events.emit('points.changed', { points: 7 })

    expect(heard).toHaveBeenCalledExactlyOnceWith({ points: 5 })
  })

  it('keeps nothing of a listener that has gone by itself', () => {
    const { api, abort } = given()
    const stop = api.events.on('points.changed', () => {})
    stop()

    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  })

  it('tells what the person is to be offered, as they come and go', () => {
    const { api, user } = given()
    expect(api.session.can('queue.see-all')).toBe(false)

    user.set({ id: 'ada', roles: ['admin'] } as unknown as User)
    expect(api.session.can('queue.see-all')).toBe(true)
  })

  it('tells which switches of the module’s team are on, and when that changes', () => {
    const { api, assignment } = given()
    const changed = vi.fn()
    const stop = api.flags.on.subscribe(changed)
    expect(api.flags.on.get()).toBe(api.flags.on.get())
    expect(api.flags.isOn('new-chart')).toBe(false)

    const { modules, ...rest } = assignment.get()
    assignment.set({ ...rest, modules: { ...modules, rewards: { ...listener, flags: ['new-chart'] } } })
    expect(changed).toHaveBeenCalledOnce()
    expect([api.flags.isOn('new-chart'), api.flags.isOn('other')]).toEqual([true, false])
    expect(api.flags.on.get()).toEqual(['new-chart'])
    stop()
  })

  it('says which version it is for, in which shell, and of what moment', () => {
    expect(given().api.meta).toEqual({ module: 'rewards', version: '1.0.0-g00000001', shell: '1', rev: 3 })
  })

  it('replays nothing to who listens late', () => {
    const { api, events } = given()
    const heard = vi.fn()
    events.emit('points.changed', { points: 5 })
    api.events.on('points.changed', heard)
    expect(heard).not.toHaveBeenCalled()
  })

  it('marks its first screen, and tells of what went wrong', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { api, mistaken } = given()
    api.telemetry.ready()
    expect(performance.getEntriesByName('mfe:rewards:ready')).toHaveLength(1)

    const error = new Error('a chart without numbers')
    api.telemetry.error(error, { chart: 7 })
    expect(said).toHaveBeenCalledExactlyOnceWith('rewards@1.0.0-g00000001', error, { chart: 7 })
    expect(mistaken).toHaveBeenCalledOnce()
    said.mockRestore()
    performance.clearMarks('mfe:rewards:ready')
  })

  it('asks another module in the name of this one', async () => {
    const { api, run, abort } = given()
    run.mockResolvedValue('done')

    expect(await api.commands.run('charts.count', 7)).toBe('done')
    expect(run).toHaveBeenCalledExactlyOnceWith('charts.count', 7, abort.signal)
  })

  it('promises no more of the player than the contract does', () => {
    const { api } = given()

    expect(Object.keys(api.player).sort()).toEqual(['load', 'pause', 'play', 'queue', 'seek', 'state'])
  })

  const given = () => {
    const events = createBus<ShellEvents>()
    const abort = new AbortController()
    const navigate = vi.fn()
    const player: PlayerApi & { audio: string } = {
      state: createStore({
        status: 'empty' as const,
        episode: null,
        podcast: null,
        position: 0,
        duration: 0,
        volume: 100,
        muted: false,
      }),
      load: async () => {},
      play: () => {},
      pause: () => {},
      seek: () => {},
      queue: { state: createStore([]), playNext: () => {}, add: () => {}, remove: () => {} },
      audio: 'never leaves the shell',
    }
    const user = createStore<User | null>(null)
    const run = vi.fn()
    const mistaken = vi.fn()
    const assignment = createStore<Assignment>({ rev: 3, shell: '1', productName: 'Griot', modules: { listener } })
    const api = createShellApi(
      {
        player,
        user,
        person: () => null,
        signIn: () => {},
        queryClient: new QueryClient(),
        toast: () => {},
        events,
        navigate,
        assignment,
        block: () => () => {},
        run,
        notice: () => {},
        mistaken,
      },
      'rewards',
      listener,
      abort.signal,
    )
    return { api, events, abort, navigate, user, assignment, run, mistaken }
  }
})

describe('the events between modules', () => {
  it('reach every listener, though one of them throws', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const events = createBus<ShellEvents>()
    const heard = vi.fn()
    events.on('points.changed', () => {
      throw new Error('listener')
    })
    events.on('points.changed', heard)

    events.emit('points.changed', { points: 1 })

    expect(heard).toHaveBeenCalledOnce()
    expect(reported).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})
