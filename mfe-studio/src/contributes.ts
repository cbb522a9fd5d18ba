import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'studio.upload', path: '/upload', title: 'Audio Content Management', skeleton: 'form' },
    { id: 'studio.admin', path: '/admin', title: 'Admin', skeleton: 'form' },
  ],
  nav: [
    { id: 'studio.upload', route: 'studio.upload', label: 'Upload', icon: 'upload', order: 50 },
    { id: 'studio.admin', route: 'studio.admin', label: 'Admin', icon: 'shield', order: 70 },
  ],
  slots: [],
  fallback: {
    'studio.upload': {
      text: 'Uploading is unavailable right now. Nothing that you uploaded is lost.',
      link: '/discover',
    },
    'studio.admin': { text: 'The admin page is unavailable right now.', link: '/discover' },
  },
} as const satisfies Contributions
