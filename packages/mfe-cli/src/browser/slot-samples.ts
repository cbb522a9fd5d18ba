import type { ShellEvents, SlotId } from '@griot/shell-sdk/contract'

const NOBODY = '00000000-0000-4000-8000-000000000000'

interface Sample<Event extends keyof ShellEvents = keyof ShellEvents> {
  event: Event
  payload: ShellEvents[Event]
}

const sample = <Event extends keyof ShellEvents>(event: Event, payload: ShellEvents[Event]): Sample => ({
  event,
  payload,
})

/** What has the shell open each of its slots, as any module might say it. */
export const SLOT_SAMPLES: Readonly<Record<SlotId, Sample>> = {
  'tip-dialog': sample('tip.open', {
    podcastId: NOBODY,
    podcastTitle: 'A sample podcast',
    receiverId: NOBODY,
    receiverName: 'Sample Creator',
    episodeId: null,
  }),
  'badge-popup': sample('badges.earned', {
    badges: [
      {
        ...{ id: 'sample', name: 'Sample badge', description: 'Nobody has earned it.', icon: 'award' },
        ...{ points: 10, rarity: 'common', episodes: 1 },
      },
    ],
  }),
}
