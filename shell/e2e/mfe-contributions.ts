import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ModuleDocument } from '@griot/contracts/modules'
import { readBuild } from '@griot/module-registry/publish'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible } from './journey.ts'
import type { Team } from './mfe-team.ts'
import { buildProbe, withDocument } from './module-server.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KWAME = { email: 'kwame@mfe-contributions.example.org', firstName: 'Kwame', lastName: 'Nti' }

const contribute = ({ contributes }: ModuleDocument): Pick<ModuleDocument, 'contributes'> => ({
  contributes: {
    ...contributes,
    nav: [
      {
        id: 'probe.other',
        route: 'probe.other',
        label: 'Other probe',
        icon: 'flame',
        order: 2,
        badge: { count: '/7' },
      },
    ],
    actions: [
      { id: 'probe.tell', on: 'episode', label: 'Tell the probe', icon: 'megaphone', command: 'probe.tell' },
      { id: 'probe.page', on: 'episode', label: 'Open in the probe', order: 1, route: 'probe.page' },
      { id: 'probe.show', on: 'podcast', label: 'Show in the other probe', route: 'probe.other' },
    ],
  },
})

type Published = Awaited<ReturnType<typeof publishPodcast>>

/** A version of the probe with a menu entry and actions, in one browser by an override. */
export const describeContributions = (team: Team) =>
  describe('the contributions of a module', () => {
    const { origin, mfe } = team
    let folder: string
    let page: Page
    let published: Published

    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'griot-contributions-'))
      const creator = new ApiClient(origin)
      await creator.signIn(KWAME)
      published = await publishPodcast(creator, { title: 'Probed show', file: await recordMp3(folder, 2) })
      page = await (await team.prepared().browser.newContext()).newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, `${origin}/`, KWAME)
    })
    afterAll(async () => {
      await page?.context().close()
      await rm(folder, { recursive: true, force: true })
    })

    it('passes the release checks', async () => {
      const dist = await withDocument(await buildProbe('contributing'), path.join(folder, 'probe'), contribute)
      const { version } = await readBuild(dist)
      expect(await mfe('deploy', dist)).toMatchObject({ code: 0 })
      const verified = await mfe('verify', `probe@${version}`)
      expect(verified.out).toContain('✓ C7   Its pages, menu entries, slots, commands and actions are its own.')

      const { out } = await mfe('override', `probe=${version}`)
      await page.goto(/http\S+override\S+/.exec(out)?.[0] ?? '')
    })

    describeMenuEntry(origin, () => page)
    describeActions(
      origin,
      () => page,
      () => published,
    )
  })

const describeMenuEntry = (origin: string, openPage: () => Page) => {
  it('is a menu entry after those of the product, with its icon and the count of its service', async () => {
    const page = openPage()
    await page.goto(`${origin}/discover`, { waitUntil: 'commit' })
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const entry = links.and(page.getByRole('link', { name: 'Other probe, 7 new', exact: true }))
    await entry.locator('svg.lucide-flame').waitFor()
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(paths.indexOf(await entry.getAttribute('href'))).toBeGreaterThan(paths.indexOf('/admin'))
    expect(paths).toContain('/admin')
    await expectAccessible(page)

    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.locator('#more-sheet').getByRole('link', { name: 'Other probe, 7 new', exact: true }).click()
    await page.getByRole('heading', { name: 'Other probe, build contributing' }).waitFor()
  })
}

const describeActions = (origin: string, openPage: () => Page, published: () => Published) => {
  it('is a button on an episode that runs a command, and one that opens a page', async () => {
    const page = openPage()
    const { id, podcastId } = published().episode
    await page.goto(`${origin}/episode/${id}`, { waitUntil: 'commit' })
    const tell = page.getByRole('button', { name: 'Tell the probe' })
    await tell.locator('svg.lucide-megaphone').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await tell.click()
    await page
      .getByText(JSON.stringify({ episodeId: id, podcastId }), { exact: true })
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Open in the probe' }).click()
    await page.waitForURL(`${origin}/probe/${id}`)
    await page.getByText(`id ${id}`, { exact: true }).waitFor()
  })

  it('is a button on a podcast', async () => {
    const page = openPage()
    const { id } = published().podcast
    await page.goto(`${origin}/podcast/${id}`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Show in the other probe' }).click()
    await page.waitForURL(`${origin}/other-probe?podcast=${id}`)
  })

  it('shows a message if the command does not load', async () => {
    const page = openPage()
    await page.goto(`${origin}/episode/${published().episode.id}`, { waitUntil: 'commit' })
    const tell = page.getByRole('button', { name: 'Tell the probe' })
    await tell.locator('svg.lucide-megaphone').waitFor()
    await page.route('**/m/probe/**', (route) => route.abort())
    await tell.click()
    await page.getByText('“Tell the probe” did not work', { exact: true }).first().waitFor()
  })
}
