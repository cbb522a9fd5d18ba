import { setFlag } from '@griot/module-registry/changes'
import { describe, expect, it } from 'vitest'
import { audioState, expectPlaying } from './audio.ts'
import { axeViolations } from './axe.ts'
import { prepareFaultTests } from './fault-harness.ts'
import { BY } from './probe-server.ts'

// Changes by teams while the user listens. The numbers are those of docs/modules-reference.md.
describe('the sound continues when', () => {
  const harness = prepareFaultTests()
  const { text, follow, press, untilNotified, goTo, promoteVersion, playOnFirst, playOnSecond } = harness
  const { releaseSecond, withdraw } = harness

  it('D14 a version is released: unsaved work is kept until the next page', async () => {
    await playOnFirst()
    await harness.page().getByLabel('draft').fill('unsaved text')
    await harness.page().evaluate(() => Object.assign(globalThis, { sameDocument: true }))

    await untilNotified(() => promoteVersion(harness.versions().second))
    await text('You get it when your changes are saved.')
    expect(await harness.page().getByLabel('draft').inputValue()).toBe('unsaved text')
    await follow('other')
    await text('Other probe, build 2')
    await expectPlaying(harness.page())
    expect(await harness.page().evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  })

  it('D14 a version is released: a notice offers to show it at once', async () => {
    await playOnFirst()
    await untilNotified(() => promoteVersion(harness.versions().second))
    await text('You get it when you leave the page.')
    await text('Probe build 1')

    await press('Show it now')
    await text('Probe build 2')
    await harness.page().getByText('You get it when you leave the page.').waitFor({ state: 'detached' })
    await expectPlaying(harness.page())
  })

  it('D14 the API blocks a version: it is replaced once there is no unsaved work', async () => {
    const { first, second } = harness.versions()
    const callers = new Set<string | undefined>()
    harness.page().on('request', (request) => callers.add(request.headers()['x-mfe']))
    await playOnFirst()
    await press('ask')
    await text('refused with 503')
    await harness.hasReported(first, 'api5xx')
    await harness.page().getByLabel('draft').fill('unsaved text')
    await untilNotified(() => promoteVersion(second))
    await untilNotified(() => harness.block(first))

    await press('ask')
    await text('refused with 426')
    await text('your changes cannot be saved')
    // The block ends.
    await untilNotified(harness.unblock)
    await text('You get it when your changes are saved.')
    await untilNotified(() => harness.block(first))
    await press('ask')
    await text('your changes cannot be saved')
    expect(await harness.page().getByLabel('draft').inputValue()).toBe('unsaved text')
    await harness.page().getByLabel('draft').fill('')
    await text('Probe build 2')
    await press('ask')
    await text('refused with 503')
    // The shell reports listening in its own name.
    const shell = harness.server().registry.current()?.shell?.stable.version
    expect([...callers]).toEqual(expect.arrayContaining([`probe@${first}`, `probe@${second}`, `shell@${shell}`]))
    await expectPlaying(harness.page())
  })

  it('the panel of modules opens', async () => {
    await playOnSecond()
    await harness.page().keyboard.press('Alt+Shift+KeyM')
    const panel = harness.page().getByRole('dialog', { name: 'Modules in this page' })
    await panel.getByText(`${harness.versions().second} runs`).waitFor()
    await panel.getByRole('link', { name: 'Safe mode' }).waitFor()
    expect(await axeViolations(harness.page())).toEqual([])

    await harness.page().keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expectPlaying(harness.page())
  })

  it('D14 a version is released while the tab shows another page', async () => {
    await playOnFirst()
    await goTo('/points')
    await harness.page().getByTestId('probe').waitFor({ state: 'detached' })
    await untilNotified(() => promoteVersion(harness.versions().second))
    await harness.page().goBack()

    await text('Probe build 2')
    await expectPlaying(harness.page())
  })

  it('D14 a version is released while the tab is in the background', async () => {
    await playOnFirst()
    await goTo('/points')
    await harness.page().getByTestId('probe').waitFor({ state: 'detached' })
    await setVisible(false)
    await promoteVersion(harness.versions().second)

    await untilNotified(() => setVisible(true))
    await harness.page().goBack()
    await text('Probe build 2')
    await expectPlaying(harness.page())
  })

  it('D15 a version is rolled back', async () => {
    await playOnSecond()
    await press('queue')
    await text('1 queued')
    const { position } = await audioState(harness.page())

    await withdraw()
    await text('Probe build 1')

    await text('1 queued')
    expect((await audioState(harness.page())).position).toBeGreaterThanOrEqual(position)
    await expectPlaying(harness.page())
  })

  it('D15 a version is rolled back, after unsaved work is saved', async () => {
    await playOnSecond()
    await harness.page().getByLabel('draft').fill('unsaved text')
    await untilNotified(withdraw)
    await text('Please save your changes')
    expect(await harness.page().getByLabel('draft').inputValue()).toBe('unsaved text')

    await harness.page().getByLabel('draft').fill('')
    await text('Probe build 1')
    await expectPlaying(harness.page())
  })

  it('D15, D16 a version is released and rolled back ten times, each within five seconds', async () => {
    await playOnSecond()
    const before = await heapOf()
    let listeners: string[][] | undefined
    const delays: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const taken = await withdraw()
      await text('Probe build 1')
      delays.push(await harness.shownAfter(taken, 'Probe build 1'))
      await expectUnmixed(1)
      await releaseSecond()
      await text('Other probe, build 2')
      await follow('probe')
      await text('Probe build 2')
      await expectUnmixed(2)
      // After one round, all code that loads once has loaded.
      listeners ??= await listenersOf()
    }
    expect((await heapOf()) - before).toBeLessThan(4_000_000)
    expect(await listenersOf()).toEqual(listeners)
    // The median of five ignores a stall of the machine.
    expect(delays.toSorted((one, other) => one - other)[2]).toBeLessThan(5000)
    await expectPlaying(harness.page())
  })

  it('the module uses dialogs, commands and flags', async () => {
    await playOnFirst()
    await press('confirm')
    const dialog = harness.page().getByRole('dialog', { name: 'Are you sure?' })
    await dialog.getByText('Please check.').waitFor()
    expect(await axeViolations(harness.page())).toEqual([])
    await harness.page().keyboard.press('Escape')
    await text('answer: no')
    await expect.poll(() => harness.page().evaluate(() => document.activeElement?.textContent)).toBe('confirm')
    await press('confirm')
    await press('Confirm')
    await text('answer: yes')
    await dialog.waitFor({ state: 'detached' })

    // The shell loads the code of commands on demand, and retries from another address.
    harness.server().addFault(/\/assets\/command\./, 'not-found')
    await press('count')
    await text('answer: command.missing')
    expect(harness.wasRequested(/^\/m\/shell\/[^/]+~1\/assets\/command\./)).toBe(true)
    harness.server().reset()
    await press('count')
    await text('answer: 21')
    await press('paint')
    await text('answer: command.unknown')

    await changeFlag('new-look', 100)
    await text('the new look')
    await changeFlag('new-look', 0)
    await harness.page().getByText('the new look').waitFor({ state: 'detached' })
    await expectPlaying(harness.page())
  })

  /** The page uses only chunks and styles of this build. */
  const expectUnmixed = async (build: 1 | 2) => {
    await press('more')
    await text(`More of build ${build}`)
    expect(await harness.padding()).toBe('16px')
    const { first, second } = harness.versions()
    const styled = await harness
      .page()
      .locator('link[rel="stylesheet"][href*="/m/probe/"]')
      .evaluateAll((links) =>
        links.filter((link) => !(link as HTMLLinkElement).disabled).map((link) => (link as HTMLLinkElement).href),
      )
    expect(styled.length).toBeGreaterThan(0)
    for (const address of styled) expect(address).toContain(build === 1 ? first : second)
  }

  /** Headless tabs are always visible, so the state is simulated. */
  const setVisible = (isVisible: boolean) =>
    harness.page().evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isVisible ? 'visible' : 'hidden',
    )

  /** The number of listeners of window and document, by event. */
  const listenersOf = async () => {
    const session = await harness.page().context().newCDPSession(harness.page())
    const { result } = await session.send('Runtime.evaluate', {
      expression: `JSON.stringify([window, document].map((target) =>
        Object.entries(getEventListeners(target)).map(([kind, all]) => kind + ' ' + all.length).sort()))`,
      includeCommandLineAPI: true,
    })
    return JSON.parse(result.value) as string[][]
  }

  const changeFlag = (flag: string, percent: number) =>
    harness.server().changePointer((pointer) => setFlag(pointer, { by: BY, module: 'probe', flag, percent }))

  const heapOf = async () => {
    const session = await harness.page().context().newCDPSession(harness.page())
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize
  }
})
