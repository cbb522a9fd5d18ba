import type { Page } from 'playwright-core'
import type { House } from './house.ts'
import { studioScenes } from './studio-scenes.ts'

export interface Scene {
  name: string
  /** Nobody is signed out; Zora has used the place; a newcomer has done nothing yet. */
  who: 'nobody' | 'zora' | 'newcomer'
  path: string
  /** What is brought about before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** What a person does there before it is looked at. */
  act?: (page: Page) => Promise<unknown>
  /** What lies over the page is looked at as it is seen, not as long as the page is. */
  window?: true
  /** Changes what the browser knows: nobody else may use it afterwards. */
  alone?: true
  on?: 'phone' | 'desktop'
}

type Overlay = Omit<Scene, 'who' | 'window'> & Partial<Pick<Scene, 'who'>>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (page: Page, name: string | RegExp) => button(page, name).click()
const bar = (page: Page) => page.getByRole('region', { name: 'Audio player' })

const play = async (page: Page) => {
  await press(page, /^Listen to/)
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor()
}
const playing = async (page: Page, what: string | RegExp) => {
  await play(page)
  const wanted = bar(page).getByRole('button', { name: what })
  if (await wanted.isVisible()) await wanted.click()
  else {
    await press(page, 'Open full screen')
    await page.getByRole('dialog').getByRole('button', { name: what }).click()
    await page.getByRole('dialog', { name: 'Now Playing' }).waitFor({ state: 'detached' })
  }
  await page.getByRole('dialog').waitFor()
}

/** Everything that people see, each under a name of its own. */
export const scenesOf = ({ podcast, episode, short }: House): Scene[] => {
  const show = `/podcast/${podcast.id}`
  const pages: Scene[] = [
    ...['/', '/discover', '/library', '/rewards', '/points', '/points/history', '/upload', '/admin'],
    show,
    `/episode/${episode.id}`,
  ].map((path) => ({ name: nameOf(path), who: 'zora', path }))

  const tabs: Scene[] = [
    ...['how', 'achievements'].map((tab) => `/points?tab=${tab}`),
    '/upload?tab=library',
    ...['episodes', 'creators', 'media', 'queue'].map((tab) => `/admin?tab=${tab}`),
  ].map((path) => ({ name: nameOf(path), who: 'zora', path }))

  const firsts: Scene[] = ['/', '/library', '/rewards', '/points', '/upload?tab=library', '/admin'].map((path) => ({
    name: `new-${nameOf(path)}`,
    who: 'newcomer',
    path,
  }))

  const dialogs: Overlay[] = [
    { name: 'player-bar', path: show, act: play },
    { name: 'player-bar-episode', path: `/episode/${episode.id}`, act: (page) => playEpisode(page) },
    { name: 'player-full', path: show, act: (page) => playing(page, 'Open full screen') },
    { name: 'player-speed', path: show, act: (page) => playing(page, /^Speed/) },
    { name: 'player-queue-empty', path: show, act: (page) => playing(page, /^Queue/) },
    { name: 'player-queue', path: show, act: queueTwo },
    { name: 'tip', path: show, act: (page) => playing(page, 'Tip Creator') },
    { name: 'toast', path: show, act: favorite },
    { name: 'badge', path: `/episode/${short.id}`, who: 'newcomer', act: earnBadge },
    {
      name: 'link',
      path: '/upload?tab=library',
      act: (page) => page.locator('button:enabled[aria-label^="Link "]').first().click(),
    },
    { name: 'rename', path: '/upload?tab=library', act: (page) => press(page, /^Rename/) },
    { name: 'delete', path: '/upload?tab=library', act: (page) => press(page, /^Delete/) },
    { name: 'timeline', path: '/upload?tab=library', act: (page) => press(page, /^What happened/) },
    { name: 'more', path: '/points', on: 'phone', act: (page) => press(page, 'More') },
    { name: 'offline', alone: true, path: '/discover', act: (page) => page.context().setOffline(true) },
    { name: 'session-ended', alone: true, path: '/', act: (page) => endSession(page, 'Library') },
    { name: 'session-ended-points', alone: true, path: '/discover', act: (page) => endSession(page, 'Rewards') },
    { name: 'podcast-session-ended', alone: true, path: '/discover', act: endSessionAtShow },
  ]

  return [
    { name: 'landing', who: 'nobody', path: '/' },
    { name: 'sign-in', who: 'nobody', path: '/api/login' },
    ...pages,
    ...tabs,
    ...firsts,
    { name: 'discover-nothing', who: 'zora', path: '/discover?q=zzzz' },
    { name: 'not-found', who: 'zora', path: '/nowhere' },
    { name: 'episode-missing', who: 'zora', path: '/episode/nothing' },
    { name: 'podcast-missing', who: 'zora', path: '/podcast/nothing' },
    { name: 'module-failed', who: 'zora', path: '/', act: breakRewards, window: true },
    ...studioScenes(),
    ...dialogs.map((scene) => ({ who: 'zora', window: true, ...scene }) satisfies Scene),
  ]
}

const nameOf = (path: string) => {
  const [place = '', tab] = path.split('?tab=')
  const [, room = '', thing] = place.split('/')
  return [room || 'home', thing === 'history' && thing, tab].filter(Boolean).join('-')
}

const playEpisode = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor()
}

const favorite = async (page: Page) => {
  await press(page, /^Favorite/)
  await page
    .getByText(/(to|from) Favorites$/)
    .first()
    .waitFor()
}

const queueTwo = async (page: Page) => {
  const add = page.getByRole('button', { name: /^Add to queue/ })
  await add.nth(1).click()
  await add.nth(0).click()
  await press(page, 'Dismiss')
  await playing(page, /^Queue/)
}

const earnBadge = async (page: Page) => {
  await playEpisode(page)
  await press(page, 'Dismiss')
  await page.getByText('Badge earned').waitFor()
}

const endSession = async (page: Page, next: string) => {
  await page.context().clearCookies()
  await page.getByRole('link', { name: next, exact: true }).filter({ visible: true }).first().click()
  await page.getByText('Your session has ended').waitFor()
}

const endSessionAtShow = async (page: Page) => {
  await endSession(page, 'Library')
  await page.getByRole('link', { name: 'Discover', exact: true }).filter({ visible: true }).first().click()
  await page.locator('main a[href^="/podcast/"]').filter({ visible: true }).first().click()
  await page.getByText('Log in to track your progress').waitFor()
}

const breakRewards = async (page: Page) => {
  await page.route('**/m/rewards/**', (route) => route.abort())
  await page.reload()
  await page.locator('main h1').waitFor()
  await page.getByRole('link', { name: 'Rewards', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
}
