import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'rewards.rewards', path: '/rewards', title: 'Rewards', skeleton: 'cards' },
    { id: 'rewards.points', path: '/points', title: 'Points', skeleton: 'list' },
    { id: 'rewards.history', path: '/points/history', title: 'Points History', skeleton: 'list' },
    { id: 'rewards.account', path: '/account', title: 'Account', skeleton: 'list' },
    { id: 'rewards.delete', path: '/account/delete', title: 'Delete Your Account', skeleton: 'list' },
  ],
  nav: [
    { id: 'rewards.rewards', route: 'rewards.rewards', label: 'Rewards', icon: 'trophy', order: 40 },
    { id: 'rewards.points', route: 'rewards.points', label: 'Points', icon: 'coins', order: 60 },
  ],
  slots: [
    { slot: 'tip-dialog', id: 'rewards.tip-dialog', deadlineMs: 5000 },
    { slot: 'badge-popup', id: 'rewards.badge-popup', deadlineMs: 5000 },
  ],
  declares: [{ slot: 'rewards.account', page: '/account' }],
  fallback: {
    'rewards.rewards': { text: 'Rewards are unavailable right now. Playback continues.', link: '/discover' },
    'rewards.points': { text: 'Points are unavailable right now. Playback continues.', link: '/discover' },
    'rewards.history': {
      text: 'Your history is unavailable right now. Playback continues.',
      link: '/discover',
    },
    'rewards.account': { text: 'Your account is unavailable right now. Playback continues.', link: '/' },
    'rewards.delete': { text: 'Your account is unavailable right now. Playback continues.', link: '/' },
    'rewards.tip-dialog': { text: 'Tipping is unavailable right now.' },
    'rewards.badge-popup': { text: 'Your new badge is on the Rewards page.' },
  },
} as const satisfies Contributions
