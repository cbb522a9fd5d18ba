import path from 'node:path'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { describe, expect, it } from 'vitest'
import { audioState, expectPlaying } from './audio.ts'
import { ENTRY, fileOf, lazyChunkOf, PANEL, prepareFaultTests } from './fault-harness.ts'
import { type FaultKind, SECTIONS, withSlots } from './module-server.ts'

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

  it('D9 throws in a section on the page of another module, which costs this section only', async () => {
    const page = harness.page()
    const copy = path.join(runningProduct().dataDir, 'probes', 'sections')
    const dist = await withSlots(harness.dists()[1] ?? '', SECTIONS, copy)
    const { version } = await readBuild(dist)
    await fault('2', 'section')
    await playOnFirst()
    await harness.untilNotified(async () => {
      await harness.server().publish(dist)
      await harness.server().refresh()
    })
    await harness.goTo('/')
    await text('We could not load more podcasts')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await text('Section of build 1')
    await hasReported(version, 'render_fail', 2)

    await page.evaluate(() => Object.assign(globalThis, { probeFault: { build: '1', at: 'section' } }))
    await harness.goTo('/points')
    await page.waitForURL('**/points')
    await harness.goTo('/')
    await text('We could not load more podcasts')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await hasReported(harness.versions().first, 'render_fail', 2)
    await page.locator('[data-slot]').waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Probes for You' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Discover More' }).isVisible()).toBe(true)
    await expectPlaying(page)
  })

  it('D29 renders without end: the menu works, and the last good version follows', async () => {
    const { second } = harness.versions()
    await fault('2', 'render-loop')
    await playOnFirst()
    await releaseSecond()
    await text('Other probe, build 2')
    await follow('probe')
    await text('Probe build 2')
    await harness.goTo('/points')
    await harness.page().getByTestId('probe').waitFor({ state: 'detached' })

    await harness.page().goBack()
    await text('Probe build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'render_loop')
  })

  it('D29 renders more slowly without end: the page works, and the team gets a report', async () => {
    const { second } = harness.versions()
    await fault('2', 'render-slowly')
    await playOnSecond()
    await hasReported(second, 'detail')
    const [detail] = harness.server().reported.filter(({ kind }) => kind === 'detail')
    expect(detail?.message).toMatch(/renders \d+ times a second/)
    await press('pressed 0')
    await text('pressed 1')
    await expectPlaying(harness.page())
  })

  it('D30 ends the tab by an endless loop: the reloaded page shows the last good version', async () => {
    const { second } = harness.versions()
    await harness.promoteVersion(second)
    await harness.openFreshBrowser()
    await fault('2', 'endless')
    const page = harness.page()
    // Its session continues when the page has crashed.
    const tab = await page.context().newCDPSession(page)
    const shown = async () =>
      (await tab.send('Runtime.evaluate', { expression: 'document.body.innerText' })).result.value as string
    await page.goto(`${harness.server().origin}/probe/7`, { waitUntil: 'commit' })
    await expect.poll(() => wasRequested(/^\/probe-is-endless$/)).toBe(true)

    const crashed = new Promise((resolve) => tab.once('Inspector.targetCrashed', resolve))
    tab.send('Page.crash').catch(() => {})
    await crashed
    await tab.send('Page.reload')
    await expect.poll(shown).toContain('Probe build 1')
    const ended = () => harness.server().reported.filter(({ kind }) => kind === 'ended_tab')
    await expect.poll(ended).toMatchObject([{ version: second }])
    // The next reload of this tab, too.
    await tab.send('Page.reload')
    await expect.poll(shown).toContain('Probe build 1')
    await harness.openFreshBrowser()
  })

  it('D32 replaces fetch, event streams and prototypes: a rollback reaches the tab', async () => {
    const { second } = harness.versions()
    await fault('2', 'natives')
    await playOnSecond()
    await press('misbehave')
    await harness.withdraw()
    await text('Probe build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'error')
  })

  it('D33 empties the body: the page returns, and what the module added ends with its page', async () => {
    const { second } = harness.versions()
    await fault('2', 'empties')
    await playOnSecond()
    await press('misbehave')
    await text('A banner of the probe')
    await text('A note of the probe')
    await text('Probe build 2')
    await follow('other')
    await text('Other probe, build 2')
    await harness.page().getByText('A banner of the probe').waitFor({ state: 'detached' })
    await harness.page().getByText('A note of the probe').waitFor({ state: 'detached' })
    await harness.page().getByRole('button', { name: 'Pause', exact: true }).first().waitFor()
    await expectPlaying(harness.page())
    await hasReported(second, 'error', 2)
  })

  it.each(['#root', 'main', 'nav', '#player'])(
    'D33 empties %s: the product returns with the last good version',
    async (part) => {
      const { second } = harness.versions()
      await fault('2', 'empties-part')
      await playOnSecond()
      await harness.page().evaluate((probePart) => Object.assign(globalThis, { probePart }), part)
      await press('misbehave')
      await text('Probe build 1')
      await harness.page().getByText('Only the probe').waitFor({ state: 'detached' })
      await harness.page().getByRole('button', { name: 'Pause', exact: true }).first().waitFor()
      await expectPlaying(harness.page())
      await hasReported(second, 'stall')
      // Once: the version that follows is not at fault.
      expect(harness.server().reported.filter(({ kind }) => kind === 'stall')).toHaveLength(1)
      await follow('other')
      await text('Other probe, build 1')
    },
  )

  it('D31 loads another document: the browser asks first', async () => {
    await fault('2', 'leave')
    await playOnSecond()
    const page = harness.page()
    const asked = page.waitForEvent('dialog')
    // The click ends when the question is answered.
    const pressed = press('misbehave')
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await pressed
    await text('Probe build 2')
    await expectPlaying(page)

    // Closing the tab asks nothing.
    let dialogs = 0
    page.on('dialog', () => (dialogs += 1))
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    expect(dialogs).toBe(0)
    await harness.openFreshBrowser()
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
