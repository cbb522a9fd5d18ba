import { describe, expect, it } from 'vitest'
import { ENTRY, fileOf, PANEL, prepareDrills } from './drills.ts'
import type { FaultKind } from './modules-house.ts'
import { partOf } from './probe-parts.ts'
import { soundGoesOn, soundOf } from './sound.ts'

// What a module can do once it is on the page, in a real browser, while someone listens. Nothing a module does may be heard.
// The numbers are those of the table in docs/modules.md.
describe('whatever a module does on its page, the sound goes on', () => {
  const drills = prepareDrills()
  const { text, follow, press, hasTold, isAskedFor, playOnFirst, playOnSecond, bringSecond, fault } = drills

  it('D9 it throws while it is drawn', async () => {
    await fault('2', 'render')
    await playOnFirst()
    await bringSecond()
    await text('Other probe, build 2')

    await follow('probe')
    await text('Probe build 1')
    await soundGoesOn(drills.page())
    // Mounted once again after the first crash.
    await hasTold(drills.versions().second, 'render_fail', 2)
    expect(drills.house().told.filter(({ kind }) => kind === 'render_fail')).toHaveLength(2)
  })

  it('D9 it throws ten seconds after it was drawn', async () => {
    await drills.takeClock()
    await fault('2', 'render-in-time')
    await playOnSecond()
    for (const crashes of [1, 2]) {
      await drills.page().clock.fastForward(10_000)
      await hasTold(drills.versions().second, 'render_fail', crashes)
    }

    await text('Probe build 1')
    await soundGoesOn(drills.page())
  })

  it('D9 one of its pages comes and shows nothing', async () => {
    const { second } = drills.versions()
    await drills.takeClock()
    await fault('2', 'shows-nothing')
    await playOnFirst()
    await bringSecond()
    await text('Other probe, build 2')
    await follow('probe')
    await drills.page().clock.fastForward(3000)
    await text('Still loading Probe…')

    await drills.page().clock.fastForward(7000)
    await text('Probe build 1')
    await soundGoesOn(drills.page())
    await hasTold(second, 'stall')
  })

  it('D9 one of its pages throws, and the others are untouched', async () => {
    const { second } = drills.versions()
    await fault('2', 'render-later')
    await playOnSecond()
    await press('pressed 0')
    await press('pressed 1')
    await hasTold(second, 'render_fail')
    await follow('other')
    await text('Other probe, build 2')
    await soundGoesOn(drills.page())
  })

  it('D9 it throws after a while, and its other pages are untouched', async () => {
    await fault('2', 'render-later')
    await playOnSecond()
    // Mounted once again after the first crash; the second one within a minute is enough.
    for (const _ of ['first crash', 'second crash']) {
      await press('pressed 0')
      await press('pressed 1')
    }
    await text('Probe build 1')
    await soundGoesOn(drills.page())
    await follow('other')
    await text('Other probe, build 1')
  })

  it('D10 it makes a mistake in a click, behind a promise and in a timer', async () => {
    await fault('2', '')
    await playOnSecond()
    const { second } = drills.versions()
    for (const [before, at] of ['handler', 'rejection', 'timer'].entries()) {
      await drills.page().evaluate((place) => Object.assign(globalThis, { probeFault: { build: '2', at: place } }), at)
      await press('misbehave')
      await hasTold(second, 'error', before + 1)
    }

    await press('pressed 0')
    await text('pressed 1')
    await soundGoesOn(drills.page())
  })

  it('D11 it lets go of nothing for seconds', async () => {
    await fault('2', 'block')
    await playOnSecond()
    const before = await soundAndClock()
    await press('misbehave')
    await hasTold(drills.versions().second, 'longtask')
    const after = await soundAndClock()

    // How much of it was heard is measured after each drill.
    expect(after.clock - before.clock).toBeGreaterThan(5)
    await press('pressed 0')
    await text('pressed 1')
  })

  it.each<[string, FaultKind]>([
    ['is not found', 'not-found'],
    ['hangs', 'hang'],
  ])(
    'D12 a part of a page %s, comes by another address when it is asked for again, and the page stays',
    async (_, kind) => {
      const { first } = drills.versions()
      const lazy = await partOf(drills.dists()[0])
      drills.house().break(fileOf(first, lazy), kind)
      if (kind === 'hang') await drills.takeClock()
      await playOnFirst()
      await press('pressed 0')
      await press('aside')
      if (kind === 'hang') {
        await expect.poll(() => isAskedFor(fileOf(first, lazy))).toBe(true)
        await drills.page().clock.fastForward(8000)
      }
      await text('We could not load the aside.')
      await soundGoesOn(drills.page())

      await press('Retry')
      await text('More of build 1')
      await text('pressed 1')
      await soundGoesOn(drills.page())
      expect(isAskedFor(fileOf(first, lazy, 100))).toBe(true)
      expect(isAskedFor(fileOf(first, ENTRY, 1))).toBe(false)
    },
  )

  it('D12 a part of a page does not come and its page forgets that it may, so Retry begins the module anew', async () => {
    const { first } = drills.versions()
    const lazy = await partOf(drills.dists()[0])
    drills.house().break(fileOf(first, lazy, 'any'), 'not-found')
    await playOnFirst()
    await press('more')
    // Mounted once again after the first crash.
    await hasTold(first, 'render_fail')
    await press('more')
    await text(PANEL)
    await soundGoesOn(drills.page())

    drills.house().heal()
    await press('Retry')
    await press('more')
    await text(PANEL)
    await press('Retry')
    await press('more')
    await text('More of build 1')
    await soundGoesOn(drills.page())
    expect(isAskedFor(fileOf(first, ENTRY, 1))).toBe(true)
  })

  const soundAndClock = async () => {
    const clock = await drills.page().evaluate(() => performance.now() / 1000)
    return { ...(await soundOf(drills.page())), clock }
  }
})
