import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from './axe.ts'
import { ADA, type Team } from './mfe-team.ts'

const expectFits = async (page: Page) => {
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 360],
    ['dark', 1280],
    ['light', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

const openAdmin = async (team: Team) => {
  const opened = await team.openAdminPage()
  const { adminPage, card, dialog } = opened
  return {
    ...opened,
    press: async (name: string, why?: string) => {
      const place = name.endsWith('releases') ? adminPage : card
      // The accessible name continues with the title of the dialog, such as “Roll back: Roll probe back”.
      await place.getByRole('button', { name: new RegExp(`^${name}:?`) }).click()
      if (why !== undefined) await dialog.getByLabel('Reason').fill(why)
      await adminPage.locator('dialog[open] [type=submit]').click()
    },
    isDone: () => dialog.waitFor({ state: 'hidden' }),
    isRefused: async (problem: string) => {
      await dialog.getByRole('alert').getByText(problem).waitFor()
      await adminPage.getByRole('button', { name: 'Cancel' }).click()
    },
  }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

/** The tests of the admin page. They continue the history of releases of `mfe-command.test.ts`. */
export const describeAdminPage = (team: Team) => {
  describe('the admin page of modules', () => {
    let admin: Admin
    beforeAll(async () => {
      admin = await openAdmin(team)
    })
    afterAll(() => admin?.adminPage.context().close())

    testReleases(team, () => admin)
    testTokensAndMembers(team, () => admin)
    testAccess(team, () => admin)
  })
  testFlagsAndBlocks(team)
}

const testReleases = (team: Team, admin: () => Admin) => {
  it('shows versions, previews, blocks and changes, on phones too', async () => {
    const { adminPage, card, journal } = admin()
    const { versions } = team.prepared()
    await card.getByRole('link', { name: 'feat-probe' }).waitFor()
    await card.getByText(`at ${versions[0]} since`).waitFor()
    await journal.getByText('it was better before').waitFor()
    await card.getByRole('row', { name: 'current' }).waitFor()
    await card.getByText('<0.1.0, they count twice').waitFor()
    await expectFits(adminPage)
  })

  it('switches a module off and on, with the keyboard only', async () => {
    const { adminPage, card } = admin()
    const { page } = team.prepared()
    await card.getByRole('button', { name: 'Switch off' }).focus()
    await adminPage.keyboard.press('Enter')
    await adminPage.getByLabel('Reason').waitFor()
    await adminPage.keyboard.type('a drill')
    await adminPage.keyboard.press('Enter')
    await card.getByText('a drill').waitFor()
    await page
      .getByText('This page is unavailable right now.')
      .or(page.getByText('The probe is unavailable.'))
      .first()
      .waitFor()

    await card.getByRole('button', { name: 'Switch on' }).click()
    await adminPage.locator('dialog[open] [type=submit]').click()
    await page.getByText('Other probe, build 1').waitFor()
  })

  it('releases a version again that a person rolled back', async () => {
    const { adminPage, card, dialog, press, isDone } = admin()
    const { versions } = team.prepared()
    await card.getByRole('button', { name: 'Release another version…' }).click()
    await dialog.getByLabel('Version').selectOption(versions[1] ?? '')
    await dialog.getByLabel('For', { exact: true }).selectOption('5')
    await adminPage.locator('dialog[open] [type=submit]').click()
    await isDone()
    await card.getByRole('row', { name: 'candidate, 5 %' }).waitFor()
    await press('Release to 25 %')
    await card.getByRole('row', { name: 'candidate, 25 %' }).waitFor()
    await isDone()
  })

  it('freezes the environment, releases a version and rolls it back', async () => {
    const { adminPage, card, journal, press, isDone, isRefused } = admin()
    const { versions } = team.prepared()
    await press('Freeze releases', 'a holiday')
    await adminPage.getByText('Frozen: a holiday.').waitFor()
    await isDone()
    await press('Release to everyone')
    await isRefused('prod is frozen: a holiday.')
    await press('Unfreeze releases')
    await isDone()

    await press('Release to everyone', 'it is good')
    await isDone()
    await journal.getByRole('row', { name: 'it is good' }).waitFor()
    await press('Roll back', 'it is not')
    await isDone()
    await journal.getByRole('row', { name: 'it is not' }).waitFor()
    await card.getByRole('row', { name: new RegExp(`${versions[0]}\\s*current`) }).waitFor()
  })
}

const testTokensAndMembers = ({ origin, mfeWith, ...team }: Team, admin: () => Admin) => {
  it('creates a token, shows it once, and revokes it', async () => {
    const { adminPage, dialog, isDone } = admin()
    await adminPage.getByRole('button', { name: 'New token…' }).click()
    await dialog.getByLabel('Module').fill('probe')
    await dialog.getByLabel('Label').fill('a visitor')
    await dialog.getByLabel('Scopes').selectOption('deploy only')
    expect(await dialog.getByLabel('Token, shown only once').isVisible()).toBe(false)
    await adminPage.locator('dialog[open] [type=submit]').click()
    await dialog.getByLabel('Token, shown only once').waitFor()
    const visitors = await dialog.getByLabel('Token, shown only once').inputValue()
    expect(await mfeWith({ MFE_TOKEN: visitors }, 'canary', 'probe', '5')).toMatchObject({
      code: 1,
      err: expect.stringContaining('This token may not release versions'),
    })
    expect(await axeViolations(adminPage)).toEqual([])

    await adminPage.getByRole('button', { name: 'Close' }).click()
    await adminPage.getByRole('button', { name: 'Revoke: the token of probe for a visitor' }).click()
    await adminPage.locator('dialog[open] [type=submit]').click()
    await isDone()
    expect((await mfeWith({ MFE_TOKEN: visitors }, 'status')).code).toBe(1)
  })

  it('shows the page of a module to a member of its team, on phones too', async () => {
    const { adminPage, card, dialog, isDone } = admin()
    const { page, versions } = team.prepared()
    await card.getByRole('link', { name: 'probe', exact: true }).click()
    await adminPage.getByRole('heading', { name: 'Module probe', level: 1 }).waitFor()
    await adminPage.getByRole('button', { name: /^Add a member/ }).click()
    await dialog.getByLabel('E-mail').fill(ADA.email)
    expect(await axeViolations(adminPage)).toEqual([])
    await adminPage.locator('dialog[open] [type=submit]').click()
    await isDone()
    const members = adminPage.getByRole('region', { name: 'Members' })
    await members.getByText(ADA.email).waitFor()

    await page.goto(`${origin}/mfe/`)
    await page.waitForURL(`${origin}/mfe/probe`)
    await page
      .getByRole('region', { name: 'Deployed versions' })
      .getByText(versions[1] ?? '')
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Members' }).getByText(ADA.email).waitFor()
    expect(await page.getByRole('button', { name: /^Add a member/ }).count()).toBe(0)
    await expectFits(page)
    expect((await page.goto(`${origin}/mfe/listener`))?.status()).toBe(404)

    await members.getByRole('button', { name: `Remove: Remove ${ADA.email} from probe` }).click()
    await adminPage.locator('dialog[open] [type=submit]').click()
    await isDone()
    await members.waitFor({ state: 'detached' })
  })
}

const testAccess = ({ origin, ...team }: Team, admin: () => Admin) => {
  it('lets admins try a version on any page', async () => {
    const { adminPage } = admin()
    const { versions } = team.prepared()
    await adminPage.goto(`${origin}/library`)
    await adminPage.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    // The code of the key loads after the first paint, together with this switch.
    await adminPage.getByRole('group', { name: 'Theme' }).waitFor()
    await adminPage.keyboard.press('Alt+Shift+KeyM')
    await adminPage.getByLabel('Version of probe').selectOption(versions[1] ?? '')
    await adminPage.getByRole('button', { name: 'Try these' }).click()
    await adminPage.getByText(`You are trying probe ${versions[1]}.`).waitFor()
  })

  it('does not exist for other users', async () => {
    const { page } = team.prepared()
    expect((await page.request.get(`${origin}/mfe/`)).status()).toBe(404)
    expect((await page.goto(`${origin}/mfe/`))?.status()).toBe(404)
    await page.getByText(`You are signed in as ${ADA.email}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Griot' }).click()
    await page.waitForURL(`${origin}/`)
  })
}

const testFlagsAndBlocks = (team: Team) => {
  it('lets admins set flags, and block and unblock versions', async () => {
    const { versions } = team.prepared()
    const { adminPage, card, dialog, journal } = await team.openAdminPage({ viewport: { width: 360, height: 800 } })
    const open = (name: string) => card.getByRole('button', { name }).click()
    const doIt = () => dialog.locator('[type=submit]').click()
    const isDone = (what: string) =>
      Promise.all([dialog.waitFor({ state: 'hidden' }), journal.getByRole('row', { name: what }).waitFor()])
    const isAccepted = (label: string) =>
      dialog.getByLabel(label).evaluate((input) => (input as HTMLInputElement).checkValidity())

    await open('Set a flag…')
    await dialog.getByLabel('Flag').fill('New Look')
    expect(await isAccepted('Flag')).toBe(false)
    await dialog.getByLabel('Flag').fill('new-look')
    await dialog.getByLabel('For', { exact: true }).selectOption('5 %')
    await dialog.getByLabel('Reason').fill('a few first')
    expect(await axeViolations(adminPage)).toEqual([])
    await doIt()
    await isDone('a few first')
    await card.getByText('new-look, for 5 %').waitFor()
    await open('Set a flag…')
    expect(await dialog.getByLabel('Flag').inputValue()).toBe('new-look')
    await dialog.getByLabel('For', { exact: true }).selectOption('no one')
    await doIt()
    await isDone('flag probe new-look for no one')
    await card.getByText('new-look, for 5 %').waitFor({ state: 'detached' })

    await open('Unblock <0.1.0')
    await doIt()
    await isDone('unblock probe <0.1.0')
    await card.getByText('<0.1.0, they count twice').waitFor({ state: 'detached' })
    // The button is removed, and the focus stays at this module.
    expect(await adminPage.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('module-probe')
    await open('Block versions…')
    await dialog.getByLabel('Versions').fill(versions[0] ?? '')
    await doIt()
    await dialog.getByRole('alert').getByText('is current, a candidate or the rollback target').waitFor()
    expect(await axeViolations(adminPage)).toEqual([])
    await dialog.getByLabel('Versions').fill('<0.1.0')
    await dialog.getByLabel('Reason').fill('they count thrice')
    await doIt()
    await isDone('they count thrice')
    await card.getByText('<0.1.0, they count thrice').waitFor()
    expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await open('Switch off')
    expect(await isAccepted('Reason')).toBe(false)
    await adminPage.context().close()
  })
}
