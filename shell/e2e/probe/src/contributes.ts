import type { Contributions } from '@griot/contracts/modules'

export const contributes = {
  routes: [
    { id: 'probe.page', path: '/probe/:id', title: 'Probe', skeleton: 'list' },
    { id: 'probe.other', path: '/other-probe', title: 'Other probe', skeleton: 'list' },
  ],
  nav: [],
  slots: [],
  commands: [{ id: 'probe.count' }, { id: 'probe.tell' }],
  fallback: { 'probe.page': { text: 'The probe is unavailable.', link: '/other-probe' } },
} as const satisfies Contributions
