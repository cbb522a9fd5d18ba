import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'studio.upload', path: '/upload', title: 'Audio Content Management', skeleton: 'form' },
    { id: 'studio.admin', path: '/admin', title: 'Admin', skeleton: 'form' },
    { id: 'studio.home', path: '/studio', title: 'Studio', skeleton: 'list' },
    { id: 'studio.choose', path: '/studio/new', title: 'New episode', skeleton: 'list' },
    { id: 'studio.show', path: '/studio/:id', title: 'Studio', skeleton: 'list' },
    { id: 'studio.new', path: '/studio/:id/new', title: 'New episode', skeleton: 'form' },
    { id: 'studio.tips', path: '/studio/tips', title: 'Tips and pledges', skeleton: 'list' },
    { id: 'studio.invitation', path: '/invitation/:token', title: 'Invitation', skeleton: 'detail' },
    { id: 'studio.preview', path: '/preview/:token', title: 'Private link', skeleton: 'detail' },
  ],
  nav: [
    { id: 'studio.upload', route: 'studio.upload', label: 'Upload', icon: 'upload', order: 50 },
    { id: 'studio.admin', route: 'studio.admin', label: 'Admin', icon: 'shield', order: 70 },
    { id: 'studio.home', route: 'studio.home', label: 'Studio', icon: 'mic', order: 80 },
  ],
  slots: [],
  fallback: {
    'studio.upload': {
      text: 'Uploading is unavailable right now. Nothing that you uploaded is lost.',
      link: '/discover',
    },
    'studio.home': { text: 'The studio is unavailable right now.', link: '/discover' },
    'studio.choose': { text: 'The studio is unavailable right now.', link: '/discover' },
    'studio.show': { text: 'The studio is unavailable right now.', link: '/discover' },
    'studio.new': {
      text: 'The studio is unavailable right now. Your draft is kept in this tab.',
      link: '/discover',
    },
    'studio.tips': { text: 'Your tips are unavailable right now. None of them is lost.', link: '/discover' },
    'studio.invitation': { text: 'Invitations are unavailable right now. The link stays valid.', link: '/discover' },
    'studio.preview': { text: 'Private links are unavailable right now. The link stays valid.', link: '/discover' },
    'studio.admin': { text: 'The admin page is unavailable right now.', link: '/discover' },
  },
} as const satisfies Contributions
