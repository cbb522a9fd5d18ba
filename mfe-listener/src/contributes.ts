import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'listener.home', path: '/', title: 'Home', skeleton: 'dashboard' },
    { id: 'listener.discover', path: '/discover', title: 'Discover', skeleton: 'cards' },
    { id: 'listener.library', path: '/library', title: 'Library', skeleton: 'list' },
    { id: 'listener.episode', path: '/episode/:id', title: 'Episode', skeleton: 'detail' },
    { id: 'listener.notices', path: '/notices', title: 'Notices', skeleton: 'list' },
    { id: 'listener.podcast', path: '/podcast/:id', title: 'Podcast', skeleton: 'detail' },
  ],
  nav: [
    { id: 'listener.discover', route: 'listener.discover', label: 'Discover', icon: 'compass', order: 10 },
    { id: 'listener.home', route: 'listener.home', label: 'Home', icon: 'house', order: 20 },
    { id: 'listener.library', route: 'listener.library', label: 'Library', icon: 'library', order: 30 },
    { id: 'listener.notices', route: 'listener.notices', label: 'Notices', icon: 'bell', order: 80 },
  ],
  slots: [],
  declares: [
    { slot: 'listener.home', page: '/' },
    { slot: 'listener.search', page: '/discover?q=a' },
  ],
  fallback: {
    'listener.home': { text: 'Your dashboard is unavailable right now. Playback continues.', link: '/points' },
    'listener.discover': { text: 'Discover is unavailable right now. Playback continues.', link: '/points' },
    'listener.library': { text: 'Your library is unavailable right now. Playback continues.', link: '/points' },
    'listener.episode': { text: 'This episode’s page is unavailable right now. Playback continues.', link: '/points' },
    'listener.notices': { text: 'Your notices are unavailable right now. Playback continues.', link: '/' },
    'listener.podcast': { text: 'This podcast’s page is unavailable right now. Playback continues.', link: '/points' },
  },
} as const satisfies Contributions
