import type { Page } from 'playwright-core'
import type { SampleProduct } from './sample-product.ts'

export interface Scene {
  name: string
  path: string
  /** A visitor is signed out, the creator has a history, a newcomer has none. Default: the creator. */
  user?: 'visitor' | 'creator' | 'newcomer'
  /** Runs before the screenshot. */
  act?: (page: Page) => Promise<unknown>
}

const FULL_PAGES = [
  '/',
  '/discover',
  '/discover?q=zzzz',
  '/library',
  '/library?show=in-progress',
  '/rewards',
  '/points',
  '/points?tab=how',
  '/points?tab=achievements',
  '/points/history',
  '/account',
  '/account/delete',
  '/upload',
  '/upload?tab=library',
  '/studio',
  '/studio?create=show',
  '/admin',
  '/admin?tab=episodes',
  '/admin?tab=creators',
  '/admin?tab=media',
  '/admin?tab=queue',
  '/admin?tab=points',
  '/nowhere',
]
const EMPTY_PAGES = [
  '/',
  '/library',
  '/rewards',
  '/points',
  '/upload?tab=library',
  '/studio',
  '/admin',
  '/admin?tab=media',
]

const nameOf = (path: string) => path.split(/[/?=]/).filter(Boolean).join('-') || 'home'
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** All scenes, with unique names. */
export const scenesOf = ({ podcast, episode }: SampleProduct): Scene[] => {
  const show = `/podcast/${podcast.id}`
  return [
    { name: 'landing', user: 'visitor', path: '/' },
    { name: 'sign-in', user: 'visitor', path: '/api/login' },
    ...FULL_PAGES.map((path) => ({ name: nameOf(path), path })),
    ...EMPTY_PAGES.map((path) => ({ name: `new-${nameOf(path)}`, user: 'newcomer' as const, path })),
    { name: 'podcast', path: show },
    { name: 'studio-show', path: `/studio/${podcast.id}` },
    { name: 'studio-show-settings', path: `/studio/${podcast.id}?tab=settings` },
    { name: 'studio-new-episode', path: `/studio/${podcast.id}/new` },
    { name: 'podcast-missing', path: '/podcast/nothing' },
    { name: 'episode', path: `/episode/${episode.id}` },
    { name: 'episode-missing', path: '/episode/nothing' },
    { name: 'offline', path: '/discover', act: (page) => page.context().setOffline(true) },

    { name: 'player-bar', path: show, act: play },
    { name: 'player-full', path: show, act: playAndPress('Open full screen') },
    { name: 'player-speed', path: show, act: playAndPress(/Speed/) },
    { name: 'player-queue', path: show, act: playAndPress(/^Queue/) },
    { name: 'tip', path: show, act: playAndPress('Tip Creator') },

    { name: 'rename', path: '/upload?tab=library', act: press(/^Rename/) },
    { name: 'replace', path: '/upload?tab=library', act: press(/^Replace the audio/) },
    { name: 'delete', path: '/upload?tab=library', act: press(/^Delete/) },
    { name: 'timeline', path: '/upload?tab=library', act: press(/^Processing history/) },
    { name: 'podcast-errors', path: '/admin', act: submitEmpty('Create Podcast') },
    { name: 'podcast-edit', path: '/admin', act: press(/^Edit /) },
    { name: 'podcast-delete', path: '/admin', act: press(/^Delete /) },
    { name: 'episode-errors', path: '/admin?tab=episodes', act: submitEmpty('Create Episode') },
    { name: 'episode-edit', path: '/admin?tab=episodes', act: press(/^Edit /) },
    { name: 'creator-edit', path: '/admin?tab=creators', act: press('Edit your profile') },
    { name: 'queue-detail', path: '/admin?tab=queue', act: press(/^Details of/) },
  ]
}

const bar = (page: Page) => page.getByRole('region', { name: 'Audio player' })

const play = async (page: Page) => {
  await press(/^(Play|Play newest|Resume): /)(page)
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor()
}

/** On phones most buttons of the player are in its full screen. */
const playAndPress = (name: string | RegExp) => async (page: Page) => {
  await play(page)
  const button = bar(page).getByRole('button', { name })
  if (!(await button.isVisible())) await press('Open full screen')(page)
  await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

/** Submits a form, which is collapsed on phones. */
const submitEmpty = (submit: string) => async (page: Page) => {
  const fold = page.getByRole('button', { name: /^New (podcast|episode)$/ })
  if (await fold.isVisible()) await fold.click()
  await press(submit)(page)
  await page.getByRole('alert').first().waitFor()
}
