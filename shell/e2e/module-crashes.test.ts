import { describe, expect, it } from 'vitest'
import { audioState, expectPlaying } from './audio.ts'
import { ENTRY, fileOf, lazyChunkOf, PANEL, prepareFaultTests } from './fault-harness.ts'
import type { FaultKind } from './module-server.ts'
import { scrollToSection, showSection } from './probe-section.ts'

// Faults of a module on the page while the user listens. The numbers are those of
// docs/modules-reference.md.
describe('the sound continues when a module', () => {
  const harness = prepareFaultTests()
  const { text, follow, press, hasReported, wasRequested, playOnFirst, playOnSecond, releaseSecond, fault } = harness

  it('D9 throws during render', async () => {
    await fault('2', 'render')
    await playOnFirst()
    await releaseSecond()
    await text('Other probe, build 2')

    await follow('probe')
    await text('Probe build 1')
    await expectPlaying(harness.page())
    // Remounted once after the first crash.
    await hasReported(harness.versions().second, 'render_fail', 2)
    expect(harness.server().reported.filter(({ kind }) => kind === 'render_fail')).toHaveLength(2)
  })

  it('D9 throws ten seconds after render', async () => {
    await harness.installClock()
    await fault('2', 'render-in-time')
    await playOnSecond()
    for (const crashes of [1, 2]) {
      await harness.page().clock.fastForward(10_000)
      await hasReported(harness.versions().second, 'render_fail', crashes)
    }

    await text('Probe build 1')
    await expectPlaying(harness.page())
  })

  it('D9 has a page that renders nothing', async () => {
    const { second } = harness.versions()
    await harness.installClock()
    await fault('2', 'shows-nothing')
    await playOnFirst()
    await releaseSecond()
    await text('Other probe, build 2')
    await follow('probe')
    await harness.page().clock.fastForward(3000)
    await text('Still loading Probe…')

    await harness.page().clock.fastForward(7000)
    await text('Probe build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'stall')
  })

  it('D9 has a page that stays empty', async () => {
    await harness.installClock()
    await fault('2', 'empty')
    await playOnFirst()
    await releaseSecond()
    await text('Other probe, build 2')
    await follow('probe')
    await harness.page().getByTestId('probe').waitFor({ state: 'detached' })

    await harness.page().clock.fastForward(10_000)
    await text('Probe build 1')
    await expectPlaying(harness.page())
    await hasReported(harness.versions().second, 'stall')
  })

  it('D9 throws in a section on the page of another module: only this section fails', async () => {
    const page = harness.page()
    await fault('2', 'section')
    await playOnFirst()
    const version = await showSection(harness)
    await text('Section of build 1')
    await hasReported(version, 'render_fail', 2)

    await page.evaluate(() => Object.assign(globalThis, { probeFault: { build: '1', at: 'section' } }))
    await harness.goTo('/points')
    await page.waitForURL('**/points')
    await scrollToSection(harness)
    await hasReported(harness.versions().first, 'render_fail', 2)
    await page.locator('[data-slot]').waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Probes for You' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Discover More' }).isVisible()).toBe(true)
    await expectPlaying(page)
  })

  it('D9 has a page that throws, and its other pages work', async () => {
    const { second } = harness.versions()
    await fault('2', 'render-later')
    await playOnSecond()
    await press('pressed 0')
    await press('pressed 1')
    await hasReported(second, 'render_fail')
    await follow('other')
    await text('Other probe, build 2')
    await expectPlaying(harness.page())
  })

  it('D9 throws twice later, and its other pages work', async () => {
    await fault('2', 'render-later')
    await playOnSecond()
    // Remounted after the first crash; the second one within a minute fails the version.
    for (const _ of ['first crash', 'second crash']) {
      await press('pressed 0')
      await press('pressed 1')
    }
    await text('Probe build 1')
    await expectPlaying(harness.page())
    await follow('other')
    await text('Other probe, build 1')
  })

  it('D10 throws in an event handler, a promise and a timer', async () => {
    await fault('2', '')
    await playOnSecond()
    const { second } = harness.versions()
    for (const [before, at] of ['handler', 'rejection', 'timer'].entries()) {
      await harness.page().evaluate((place) => Object.assign(globalThis, { probeFault: { build: '2', at: place } }), at)
      await press('misbehave')
      await hasReported(second, 'error', before + 1)
    }

    await press('pressed 0')
    await text('pressed 1')
    await expectPlaying(harness.page())
  })

  it('D11 blocks the main thread for seconds', async () => {
    await fault('2', 'block')
    await playOnSecond()
    const before = await soundAndClock()
    await press('misbehave')
    await hasReported(harness.versions().second, 'longtask')
    const after = await soundAndClock()

    // The harness measures the sound after each test.
    expect(after.clock - before.clock).toBeGreaterThan(5)
    await press('pressed 0')
    await text('pressed 1')
  })

  it.each<[string, FaultKind]>([
    ['is not found', 'not-found'],
    ['hangs', 'hang'],
  ])('D12 has a chunk that %s: the page stays, and a retry uses another address', async (_, kind) => {
    const { first } = harness.versions()
    const lazy = await lazyChunkOf(harness.dists()[0])
    harness.server().addFault(fileOf(first, lazy), kind)
    if (kind === 'hang') await harness.installClock()
    await playOnFirst()
    await press('pressed 0')
    await press('aside')
    if (kind === 'hang') {
      await expect.poll(() => wasRequested(fileOf(first, lazy))).toBe(true)
      await harness.page().clock.fastForward(8000)
    }
    await text('We could not load the aside.')
    await expectPlaying(harness.page())

    await press('Retry')
    await text('More of build 1')
    await text('pressed 1')
    await expectPlaying(harness.page())
    expect(wasRequested(fileOf(first, lazy, 100))).toBe(true)
    expect(wasRequested(fileOf(first, ENTRY, 1))).toBe(false)
  })

  it('D12 has a chunk that does not load, and its page does not handle that: Retry loads the module again', async () => {
    const { first } = harness.versions()
    const lazy = await lazyChunkOf(harness.dists()[0])
    harness.server().addFault(fileOf(first, lazy, 'any'), 'not-found')
    await playOnFirst()
    await press('more')
    // Remounted once after the first crash.
    await hasReported(first, 'render_fail')
    await press('more')
    await text(PANEL)
    await expectPlaying(harness.page())

    harness.server().reset()
    await press('Retry')
    await press('more')
    await text(PANEL)
    await press('Retry')
    await press('more')
    await text('More of build 1')
    await expectPlaying(harness.page())
    expect(wasRequested(fileOf(first, ENTRY, 1))).toBe(true)
  })

  const soundAndClock = async () => {
    const clock = await harness.page().evaluate(() => performance.now() / 1000)
    return { ...(await audioState(harness.page())), clock }
  }
})
