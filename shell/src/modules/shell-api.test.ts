import { getEventListeners } from 'node:events'
import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import type { User } from '@griot/contracts/user'
import type { PlayerApi, ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createBus } from '../bus.ts'
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

describe('the shell API of a module', () => {
  it('builds the path of another module’s page from its id', () => {
    const { api, navigate } = setUp()

    expect(api.nav.href('listener.episode', { id: 'a/b' })).toBe('/episode/a%2Fb')
    api.nav.go('listener.episode', { id: '7' })
    expect(navigate).toHaveBeenCalledWith('/episode/7')
  })

  it('builds the path of the home page when no module has the page', () => {
    expect(setUp().api.nav.href('studio.upload')).toBe('/')
  })

  it('separates query keys by module and version', () => {
    expect(setUp().api.query.key('draft', 7)).toEqual(['mfe', 'rewards', '1.0.0-g00000001', 'draft', 7])
  })

  it('ends subscriptions when the module is disposed', () => {
    const { api, events, abort } = setUp()
    const heard = vi.fn()
    api.events.on('points.changed', heard)
    events.emit('points.changed', { points: 5 })

    abort.abort()
    events.emit('points.changed', { points: 6 })
    api.events.on('points.changed', heard)
    events.emit('points.changed', { points: 7 })

    expect(heard).toHaveBeenCalledExactlyOnceWith({ points: 5 })
  })

  it('removes its abort listener when a subscription ends', () => {
    const { api, abort } = setUp()
    const stop = api.events.on('points.changed', () => {})
    stop()

    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  })

  it('follows the permissions of the user', () => {
    const { api, user } = setUp()
    expect(api.session.can('queue.see-all')).toBe(false)

    user.set({ id: 'ada', roles: ['admin'] } as unknown as User)
    expect(api.session.can('queue.see-all')).toBe(true)
  })

  it('lists the actions of all modules in their order, without those of a module that is switched off', () => {
    const { api, assignment } = setUp()
    expect(api.contributedActions.get()).toEqual([])
    const { modules, ...rest } = assignment.get()
    const actionsOf = (isDisabled: boolean): AssignedModule => ({
      ...listener,
      isDisabled,
      contributes: {
        ...listener.contributes,
        commands: [{ id: 'listener.add' }],
        actions: [
          { id: 'listener.show', on: 'episode', label: 'Show', order: 2, route: 'listener.episode' },
          { id: 'listener.add', on: 'podcast', label: 'Add', icon: 'star', command: 'listener.add' },
        ],
      },
    })

    assignment.set({ ...rest, modules: { ...modules, listener: actionsOf(false) } })
    expect(api.contributedActions.get()).toMatchObject([
      { id: 'listener.add', on: 'podcast', label: 'Add', icon: 'star', command: 'listener.add' },
      { id: 'listener.show', on: 'episode', label: 'Show', path: '/episode/:id' },
    ])
    expect(api.contributedActions.get()).toBe(api.contributedActions.get())
    assignment.set({ ...rest, modules: { ...modules, listener: actionsOf(true) } })
    expect(api.contributedActions.get()).toEqual([])
  })

  it('follows the flags of the module', () => {
    const { api, assignment } = setUp()
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

  it('contains versions and revision', () => {
    expect(setUp().api.meta).toEqual({ module: 'rewards', version: '1.0.0-g00000001', shell: '1', rev: 3 })
  })

  it('does not replay events', () => {
    const { api, events } = setUp()
    const heard = vi.fn()
    events.emit('points.changed', { points: 5 })
    api.events.on('points.changed', heard)
    expect(heard).not.toHaveBeenCalled()
  })

  it('marks the first screen, and reports errors', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { api, reportError } = setUp()
    api.telemetry.ready()
    expect(performance.getEntriesByName('mfe:rewards:ready')).toHaveLength(1)

    const error = new Error('a chart without numbers')
    api.telemetry.error(error, { chart: 7 })
    expect(logged).toHaveBeenCalledExactlyOnceWith('rewards@1.0.0-g00000001', error, { chart: 7 })
    expect(reportError).toHaveBeenCalledOnce()
    logged.mockRestore()
    performance.clearMarks('mfe:rewards:ready')
  })

  it('runs commands of other modules with the module’s signal', async () => {
    const { api, run, abort } = setUp()
    run.mockResolvedValue('done')

    expect(await api.commands.run('charts.count', 7)).toBe('done')
    expect(run).toHaveBeenCalledExactlyOnceWith('charts.count', 7, abort.signal)
  })

  it('exposes only the contract’s part of the player', () => {
    const { api } = setUp()

    expect(Object.keys(api.player).sort()).toEqual(['load', 'pause', 'play', 'queue', 'seek', 'state'])
  })

  const setUp = () => {
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
    const reportError = vi.fn()
    const assignment = createStore<Assignment>({ rev: 3, shell: '1', productName: 'Griot', modules: { listener } })
    const api = createShellApi(
      {
        player,
        user,
        userId: () => null,
        signIn: () => {},
        queryClient: new QueryClient(),
        toast: () => {},
        events,
        navigate,
        assignment,
        holdUpdates: () => () => {},
        runCommand: run,
        notice: () => {},
        reportError,
      },
      'rewards',
      listener,
      abort.signal,
    )
    return { api, events, abort, navigate, user, assignment, run, reportError }
  }
})
