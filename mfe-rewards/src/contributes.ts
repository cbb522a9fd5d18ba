import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'rewards.rewards', path: '/rewards', title: 'Rewards', skeleton: 'cards' },
    { id: 'rewards.points', path: '/points', title: 'Points', skeleton: 'list' },
    { id: 'rewards.history', path: '/points/history', title: 'Points History', skeleton: 'list' },
  ],
  nav: [
    { id: 'rewards.rewards', route: 'rewards.rewards', label: 'Rewards', icon: 'trophy', order: 40 },
    { id: 'rewards.points', route: 'rewards.points', label: 'Points', icon: 'coins', order: 60 },
  ],
  slots: [
    { slot: 'tip-dialog', id: 'rewards.tip-dialog', deadlineMs: 5000 },
    { slot: 'badge-popup', id: 'rewards.badge-popup', deadlineMs: 5000 },
  ],
  fallback: {
    'rewards.rewards': {
      text: 'Rewards are unavailable right now. What you listen to still counts.',
      link: '/discover',
    },
    'rewards.points': { text: 'Points are unavailable right now. What you listen to still counts.', link: '/discover' },
    'rewards.history': {
      text: 'Your history is unavailable right now. What you listen to still counts.',
      link: '/discover',
    },
    'rewards.tip-dialog': { text: 'Tipping is unavailable right now.' },
    'rewards.badge-popup': { text: 'It is on your Rewards page.' },
  },
} as const satisfies Contributions
