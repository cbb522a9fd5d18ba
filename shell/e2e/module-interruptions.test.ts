import { disable, retire } from '@griot/module-registry/changes'
import { describe, expect, it } from 'vitest'
import { expectPlaying } from './audio.ts'
import { axeViolations } from './axe.ts'
import { PANEL, prepareFaultTests } from './fault-harness.ts'
import { OTHER_USER } from './module-server.ts'
import { BY } from './probe-server.ts'

// Outages, missing modules and changes of the user while the user listens. The numbers are those of docs/modules-reference.md.
describe('the sound continues when', () => {
  const harness = prepareFaultTests()
  const { text, follow, press, untilNotified, goTo, promoteVersion, playOnFirst, playOnSecond, withdraw } = harness

  it('D20 all servers are unreachable, and return', async () => {
    await playOnSecond()
    await harness.bufferAll()
    harness.server().addFault(/^\//, 'reset')
    await press('pressed 0')
    await text('pressed 1')
    await follow('other')
    await text('Other probe, build 2')
    await expectPlaying(harness.page())

    harness.server().reset()
    await withdraw()
    await text('Other probe, build 1')
  })

  it('D20 the event stream fails, and the tab polls', async () => {
    await harness.installClock()
    await harness.page().route('**/mfe/v1/events', (route) => route.abort())
    await playOnSecond()
    await withdraw()

    await untilNotified(() => harness.page().clock.fastForward(60_000))
    await text('Probe build 1')
    await expectPlaying(harness.page())
  })

  it('D21 a module is disabled and enabled', async () => {
    await playOnSecond()
    await harness.server().changePointer((pointer) => disable(pointer, { by: BY, module: 'probe', reason: 'a fire' }))
    await text(PANEL)
    await text('This page is switched off.')
    expect(await harness.page().getByRole('main').getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await expectPlaying(harness.page())
    await promoteVersion(harness.versions().second)
    await text('Probe build 2')
  })

  it('D21 a module is retired, and a promotion brings it back', async () => {
    await playOnSecond()
    await harness.server().changePointer((pointer) => retire(pointer, { by: BY, module: 'probe', reason: 'moved' }))
    await text('We could not find this page')
    await expectPlaying(harness.page())
    await promoteVersion(harness.versions().second)
    await text('Probe build 2')
  })

  it('D21 the chunk behind the sign-in does not load, and is retried', async () => {
    harness.server().addFault(/^\/assets\/signed-in\./, 'not-found')
    await harness.openFreshBrowser()
    await harness.page().goto(`${harness.server().origin}/probe/7`, { waitUntil: 'commit' })
    await text('We could not load your account.')

    harness.server().reset()
    await press('Retry')
    await text('Probe build 1')
    await press('play')
    await expectPlaying(harness.page(), 0)
  })

  it('D21 safe mode loads no module, and can be left', async () => {
    const { origin, requests } = harness.server()
    await harness.page().goto(`${origin}/probe/7?mfe=safe`, { waitUntil: 'commit' })
    await text(PANEL)
    await text('Safe mode: only the frame, your account and the player run.')
    expect(requests.filter((requested) => requested.startsWith('/m/'))).toEqual([])

    // A retry would not help; links lead to the page with its module and to the home page.
    const page = harness.page().getByRole('main')
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    expect(await axeViolations(harness.page())).toEqual([])
    await page.getByRole('link', { name: 'Leave safe mode' }).click()
    await harness.page().waitForURL('**/probe/7')
    await text('Probe build 1')
    await harness.page().goto(`${origin}/probe/7?mfe=safe`, { waitUntil: 'commit' })
    await harness.page().getByLabel('Versions on trial').getByRole('link', { name: 'Leave safe mode' }).click()
    await harness.page().waitForURL('**/')
  })

  it('D21 a module of the menu is not assigned, or the path is unknown', async () => {
    await harness.page().goto(`${harness.server().origin}/upload`, { waitUntil: 'commit' })
    await text('This page is unavailable right now. Playback continues.')
    await harness.page().goto(`${harness.server().origin}/nowhere`, { waitUntil: 'commit' })
    await text('The link may be incomplete, or the page may have moved.')
  })

  it('D25 the browser is offline: loaded pages work, and others load later', async () => {
    await playOnSecond()
    await harness.bufferAll()
    await harness.page().context().setOffline(true)
    await text('You are offline.')
    await goTo('/points')
    await text('This page needs a connection.')
    await harness.page().goBack()
    await text('Probe build 2')
    await goTo('/points')

    await harness.page().context().setOffline(false)
    await harness.page().getByText('This page needs a connection.').waitFor({ state: 'detached' })
    await expectPlaying(harness.page())
  })

  it('D27 another user signs in, and all data of the first one is removed', async () => {
    await playOnFirst()
    await harness.page().getByLabel('draft').fill('private text of Ada')
    await press('store')
    await text('note: Ada was here')
    await text('Ada Okoro')
    const other = await harness.page().context().newPage()

    harness.server().setUser(null)
    await other.goto(`${harness.server().origin}/`, { waitUntil: 'commit' })
    await text('Your session has ended')
    await expectPlaying(harness.page())

    harness.server().setUser(OTHER_USER)
    await other.reload()
    await text('Bisi Adeyemi')
    expect(await harness.page().getByText('Ada Okoro').count()).toBe(0)
    expect(await harness.page().getByLabel('draft').inputValue()).toBe('')
    await text('note: null')
    await expect.poll(storedText).not.toContain('Ada was here')
    expect(await disposeReason()).toBe('logout')
    await other.close()
  })

  it('D27 the user signs out: modules are disposed, then all data is removed', async () => {
    await playOnFirst()
    await press('store')
    await text('note: Ada was here')
    await harness.page().evaluate(() => localStorage.removeItem('probe-ended'))

    await harness.page().getByRole('link', { name: 'Sign Out' }).click()
    await harness.page().waitForURL('**/api/logout')
    // The two pages may run in different processes.
    await expect.poll(disposeReason).toBe('logout')
    await expect.poll(storedText).not.toContain('Ada was here')
    await harness.page().goto(`${harness.server().origin}/probe/7`, { waitUntil: 'commit' })
    await text('note: null')
  })

  const storedText = () => harness.page().evaluate(() => JSON.stringify({ ...localStorage }))

  /** The last reason that the probe's dispose() received. */
  const disposeReason = () => harness.page().evaluate(() => localStorage.getItem('probe-ended'))
})
