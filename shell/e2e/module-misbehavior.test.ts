import { describe, expect, it } from 'vitest'
import { expectPlaying } from './audio.ts'
import { prepareFaultTests } from './fault-harness.ts'
import { showSection } from './probe-section.ts'

// A module that works, but loops or changes the page of the shell. The numbers are those of docs/modules-reference.md.
describe('the sound continues when a module', () => {
  const harness = prepareFaultTests()
  const { text, follow, press, hasReported, wasRequested, playOnFirst, playOnSecond, releaseSecond, fault } = harness

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

  it('D29 renders without end in a section on the page of another module: only this section fails', async () => {
    const page = harness.page()
    await fault('2', 'section-loop')
    await playOnFirst()
    const version = await showSection(harness)
    await hasReported(version, 'render_loop')
    await text('Section of build 1')
    expect(await page.getByRole('heading', { name: 'Discover More' }).isVisible()).toBe(true)
    await expectPlaying(page)
    const loops = harness.server().reported.filter(({ kind }) => kind === 'render_loop')
    expect(loops).toMatchObject([{ module: 'probe' }])
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

  it('D32 replaces functions of the browser for good: a rollback reaches the tab, and the page works', async () => {
    const { second } = harness.versions()
    await fault('2', 'natives')
    await playOnSecond()
    await press('misbehave')
    await harness.withdraw()
    await text('Probe build 1')
    await press('store')
    await text('answer: stored')
    await text('note: Ada was here')
    await harness.goTo('/')
    await text('We could not load more podcasts')
    await harness.page().goBack()
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
      await hasReported(second, 'render_fail')
      // Once: the version that follows is not at fault.
      const failures = harness.server().reported.filter(({ kind }) => kind === 'render_fail')
      expect(failures).toMatchObject([{ stage: 'page-removed' }])
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
})
