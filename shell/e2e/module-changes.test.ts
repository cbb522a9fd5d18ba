import { disable, turnFlag } from '@griot/module-registry/changes'
import { describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { BY, PANEL, prepareDrills } from './drills.ts'
import { OTHER_USER } from './modules-house.ts'
import { soundGoesOn, soundOf } from './sound.ts'

// What teams, networks and other tabs do to a module that stands, while someone listens. The numbers are those of the
// table in docs/modules.md.
describe('whatever is done to a module, the sound goes on', () => {
  const drills = prepareDrills()
  const { text, follow, press, heard, goTo, stand, playOnFirst, playOnSecond, bringSecond, takeBack } = drills

  it('D14 a new version waits until its page is opened anew, and a form is left alone', async () => {
    await playOnFirst()
    await drills.page().getByLabel('draft').fill('half a sentence')
    await drills.page().evaluate(() => Object.assign(globalThis, { sameDocument: true }))

    await heard(() => stand(drills.versions().second))
    await text('It waits until you have finished writing.')
    expect(await drills.page().getByLabel('draft').inputValue()).toBe('half a sentence')
    await follow('other')
    await text('Other probe, build 2')
    await soundGoesOn(drills.page())
    expect(await drills.page().evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  })

  it('D14 a new version is spoken of, and shown to who asks for it', async () => {
    await playOnFirst()
    await heard(() => stand(drills.versions().second))
    await text('It comes when you leave the page.')
    await text('Probe build 1')

    await press('Show it now')
    await text('Probe build 2')
    await drills.page().getByText('It comes when you leave the page.').waitFor({ state: 'detached' })
    await soundGoesOn(drills.page())
  })

  it('D14 a version that is answered no more makes way for the newer one, once nobody is writing', async () => {
    const { first, second } = drills.versions()
    const askers = new Set<string | undefined>()
    drills.page().on('request', (request) => askers.add(request.headers()['x-mfe']))
    await playOnFirst()
    await press('ask')
    await text('refused with 503')
    await drills.hasTold(first, 'api5xx')
    await drills.page().getByLabel('draft').fill('half a sentence')
    await heard(() => stand(second))
    await heard(() => drills.block(first))

    await press('ask')
    await text('refused with 426')
    await text('nothing can be saved from it')
    // The block was a mistake.
    await heard(drills.unblock)
    await text('It waits until you have finished writing.')
    await heard(() => drills.block(first))
    await press('ask')
    await text('nothing can be saved from it')
    expect(await drills.page().getByLabel('draft').inputValue()).toBe('half a sentence')
    await drills.page().getByLabel('draft').fill('')
    await text('Probe build 2')
    await press('ask')
    await text('refused with 503')
    // What plays is told by the shell in its own name.
    const shell = drills.house().registry.current()?.shell?.stable.version
    expect([...askers]).toEqual(expect.arrayContaining([`probe@${first}`, `probe@${second}`, `shell@${shell}`]))
    await soundGoesOn(drills.page())
  })

  it('tells who looks into it what runs in the page', async () => {
    await playOnSecond()
    await drills.page().keyboard.press('Alt+Shift+KeyM')
    const panel = drills.page().getByRole('dialog', { name: 'Modules in this page' })
    await panel.getByText(`${drills.versions().second} runs`).waitFor()
    await panel.getByRole('link', { name: 'Safe mode' }).waitFor()
    expect(await findingsOn(drills.page())).toEqual([])

    await drills.page().keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await soundGoesOn(drills.page())
  })

  it('D14 a tab on another page has it when it comes', async () => {
    await playOnFirst()
    await goTo('/points')
    await drills.page().getByTestId('probe').waitFor({ state: 'detached' })
    await heard(() => stand(drills.versions().second))
    await drills.page().goBack()

    await text('Probe build 2')
    await soundGoesOn(drills.page())
  })

  it('D14 a tab in the background has it when somebody comes back to it', async () => {
    await playOnFirst()
    await goTo('/points')
    await drills.page().getByTestId('probe').waitFor({ state: 'detached' })
    await becomeVisible(false)
    await stand(drills.versions().second)

    await heard(() => becomeVisible(true))
    await drills.page().goBack()
    await text('Probe build 2')
    await soundGoesOn(drills.page())
  })

  it('D15 it is taken back while someone listens', async () => {
    await playOnSecond()
    await press('queue')
    await text('1 queued')
    const { position } = await soundOf(drills.page())

    await takeBack()
    await text('Probe build 1')

    await text('1 queued')
    expect((await soundOf(drills.page())).position).toBeGreaterThanOrEqual(position)
    await soundGoesOn(drills.page())
  })

  it('D15 someone who is writing is waited for', async () => {
    await playOnSecond()
    await drills.page().getByLabel('draft').fill('half a sentence')
    await heard(takeBack)
    await text('please save what you write')
    expect(await drills.page().getByLabel('draft').inputValue()).toBe('half a sentence')

    await drills.page().getByLabel('draft').fill('')
    await text('Probe build 1')
    await soundGoesOn(drills.page())
  })

  it('D15, D16 ten times to and fro, the right version every time, and within five seconds', async () => {
    await playOnSecond()
    const before = await heapOf()
    let listeners: string[][] | undefined
    const delays: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const taken = await takeBack()
      await text('Probe build 1')
      delays.push(await drills.shownAfter(taken, 'Probe build 1'))
      await isWhole(1)
      await bringSecond()
      await text('Other probe, build 2')
      await follow('probe')
      await text('Probe build 2')
      await isWhole(2)
      // Once around, all has come that comes but once, as the player's controls.
      listeners ??= await listenersOf()
    }
    expect((await heapOf()) - before).toBeLessThan(4_000_000)
    expect(await listenersOf()).toEqual(listeners)
    // Of five, so that one stall of the machine is none of ours; on an idle one all take less than a second.
    expect(delays.toSorted((one, other) => one - other)[2]).toBeLessThan(5000)
    await soundGoesOn(drills.page())
  })

  it('asks the person and another module by way of the shell, and hears of its team’s switches', async () => {
    await playOnFirst()
    await press('confirm')
    const dialog = drills.page().getByRole('dialog', { name: 'Is it so?' })
    await dialog.getByText('One never knows.').waitFor()
    expect(await findingsOn(drills.page())).toEqual([])
    await drills.page().keyboard.press('Escape')
    await text('answer: left')
    await expect.poll(() => drills.page().evaluate(() => document.activeElement?.textContent)).toBe('confirm')
    await press('confirm')
    await press('It is')
    await text('answer: yes')
    await dialog.waitFor({ state: 'detached' })

    // What asks another module is a part of the shell that is fetched for it, from another address when it did not come.
    drills.house().break(/\/assets\/command\./, 'not-found')
    await press('count')
    await text('answer: command.missing')
    expect(drills.isAskedFor(/^\/m\/shell\/[^/]+~1\/assets\/command\./)).toBe(true)
    drills.house().heal()
    await press('count')
    await text('answer: 21')
    await press('paint')
    await text('answer: command.unknown')

    await turn('new-look', 100)
    await text('the new look')
    await turn('new-look', 0)
    await drills.page().getByText('the new look').waitFor({ state: 'detached' })
    await soundGoesOn(drills.page())
  })

  it('D20 everything is away after the page was loaded, and comes back', async () => {
    await playOnSecond()
    await drills.bufferAll()
    drills.house().break(/^\//, 'reset')
    await press('pressed 0')
    await text('pressed 1')
    await follow('other')
    await text('Other probe, build 2')
    await soundGoesOn(drills.page())

    drills.house().heal()
    await takeBack()
    await text('Other probe, build 1')
  })

  it('D20 nobody tells the tab any more, and it asks by itself', async () => {
    await drills.takeClock()
    await drills.page().route('**/mfe/v1/events', (route) => route.abort())
    await playOnSecond()
    await takeBack()

    await heard(() => drills.page().clock.fastForward(60_000))
    await text('Probe build 1')
    await soundGoesOn(drills.page())
  })

  it('D21 a team switches its module off, and on again', async () => {
    await playOnSecond()
    await drills.house().move((pointer) => disable(pointer, { by: BY, module: 'probe', reason: 'a fire' }))
    await text(PANEL)
    await text('It is switched off for now, and comes back by itself.')
    expect(await drills.page().getByRole('main').getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await soundGoesOn(drills.page())
    await stand(drills.versions().second)
    await text('Probe build 2')
  })

  it('D21 what stands behind the sign-in does not come, and is asked for again', async () => {
    drills.house().break(/^\/assets\/house\./, 'not-found')
    await drills.takeFreshBrowser()
    await drills.page().goto(`${drills.house().origin}/probe/7`, { waitUntil: 'commit' })
    await text('We could not load your account.')

    drills.house().heal()
    await press('Retry')
    await text('Probe build 1')
    await press('play')
    await soundGoesOn(drills.page(), 0)
  })

  it('D21 in safe mode nothing of a module is loaded, and everyone can leave it', async () => {
    const { origin, requests } = drills.house()
    await drills.page().goto(`${origin}/probe/7?mfe=safe`, { waitUntil: 'commit' })
    await text(PANEL)
    await text('Safe mode: only the frame, your account and the player run.')
    expect(requests.filter((asked) => asked.startsWith('/m/'))).toEqual([])

    // Nothing would be tried; what helps is the same page with its module, or the front page.
    const page = drills.page().getByRole('main')
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    expect(await findingsOn(drills.page())).toEqual([])
    await page.getByRole('link', { name: 'Leave safe mode' }).click()
    await drills.page().waitForURL('**/probe/7')
    await text('Probe build 1')
    await drills.page().goto(`${origin}/probe/7?mfe=safe`, { waitUntil: 'commit' })
    await drills.page().getByLabel('Versions on trial').getByRole('link', { name: 'Leave safe mode' }).click()
    await drills.page().waitForURL('**/')
  })

  it('D21 a module that does not stand has its panel, and an unknown address has none', async () => {
    await drills.page().goto(`${drills.house().origin}/upload`, { waitUntil: 'commit' })
    await text('This page is unavailable right now. What is playing goes on.')
    await drills.page().goto(`${drills.house().origin}/nowhere`, { waitUntil: 'commit' })
    await text('There is nothing at this address.')
  })

  it('D25 offline, what is loaded works, the rest says so and comes back by itself', async () => {
    await playOnSecond()
    await drills.bufferAll()
    await drills.page().context().setOffline(true)
    await text('You are offline.')
    await goTo('/points')
    await text('This page needs a connection.')
    await drills.page().goBack()
    await text('Probe build 2')
    await goTo('/points')

    await drills.page().context().setOffline(false)
    await drills.page().getByText('This page needs a connection.').waitFor({ state: 'detached' })
    await soundGoesOn(drills.page())
  })

  it('D27 another person signs in beside a mounted module, and nothing of the first one is left', async () => {
    await playOnFirst()
    await drills.page().getByLabel('draft').fill('a secret of Ada')
    await press('keep')
    await text('note: Ada was here')
    await text('Ada Okoro')
    const other = await drills.page().context().newPage()

    drills.house().enter(null)
    await other.goto(`${drills.house().origin}/`, { waitUntil: 'commit' })
    await text('Your session has ended')
    await soundGoesOn(drills.page())

    drills.house().enter(OTHER_USER)
    await other.reload()
    await text('Bisi Adeyemi')
    expect(await drills.page().getByText('Ada Okoro').count()).toBe(0)
    expect(await drills.page().getByLabel('draft').inputValue()).toBe('')
    await text('note: null')
    await expect.poll(kept).not.toContain('Ada was here')
    expect(await endedBy()).toBe('logout')
    await other.close()
  })

  it('D27 the person signs out, and every module is told before nothing of them is left', async () => {
    await playOnFirst()
    await press('keep')
    await text('note: Ada was here')
    await drills.page().evaluate(() => localStorage.removeItem('probe-ended'))

    await drills.page().getByRole('link', { name: 'Sign Out' }).click()
    await drills.page().waitForURL('**/api/logout')
    // The page that goes may be of another process than the one that comes.
    await expect.poll(endedBy).toBe('logout')
    await expect.poll(kept).not.toContain('Ada was here')
    await drills.page().goto(`${drills.house().origin}/probe/7`, { waitUntil: 'commit' })
    await text('note: null')
  })

  /** A build with its own part and its own styles, and none of the other one's. */
  const isWhole = async (build: 1 | 2) => {
    await press('more')
    await text(`More of build ${build}`)
    expect(await drills.padding()).toBe('16px')
    const { first, second } = drills.versions()
    const styled = await drills
      .page()
      .locator('link[rel="stylesheet"][href*="/m/probe/"]')
      .evaluateAll((links) =>
        links.filter((link) => !(link as HTMLLinkElement).disabled).map((link) => (link as HTMLLinkElement).href),
      )
    expect(styled.length).toBeGreaterThan(0)
    for (const address of styled) expect(address).toContain(build === 1 ? first : second)
  }

  /** A tab that another one is in front of; a browser without a window has none. */
  const becomeVisible = (isVisible: boolean) =>
    drills.page().evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isVisible ? 'visible' : 'hidden',
    )

  /** How many listeners the window and the document have, of each kind. */
  const listenersOf = async () => {
    const session = await drills.page().context().newCDPSession(drills.page())
    const { result } = await session.send('Runtime.evaluate', {
      expression: `JSON.stringify([window, document].map((target) =>
        Object.entries(getEventListeners(target)).map(([kind, all]) => kind + ' ' + all.length).sort()))`,
      includeCommandLineAPI: true,
    })
    return JSON.parse(result.value) as string[][]
  }

  const kept = () => drills.page().evaluate(() => JSON.stringify({ ...localStorage }))

  /** Why the probe was ended the last time. */
  const endedBy = () => drills.page().evaluate(() => localStorage.getItem('probe-ended'))

  const turn = (flag: string, percent: number) =>
    drills.house().move((pointer) => turnFlag(pointer, { by: BY, module: 'probe', flag, percent }))

  const heapOf = async () => {
    const session = await drills.page().context().newCDPSession(drills.page())
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize
  }
})
