import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Tabs } from '@griot/ui/tabs'
import type { ReactNode } from 'react'
import { MyProfile } from '../creators/creator-form.tsx'
import { CreatorList } from '../creators/creator-list.tsx'
import { EpisodeForm } from '../episodes/episode-form.tsx'
import { EpisodeList } from '../episodes/episode-list.tsx'
import { FormAndList } from '../form-layout.tsx'
import { useMediaEvents } from '../media/api.ts'
import { PodcastForm } from '../podcasts/podcast-form.tsx'
import { PodcastList } from '../podcasts/podcast-list.tsx'
import { QueuePanel } from '../queue/queue-panel.tsx'
import { MediaPanel } from './media-panel.tsx'
import { OWN_TAB_IDS } from './own-tab-ids.ts'

const OWN: Record<(typeof OWN_TAB_IDS)[number], { label: string; content: ReactNode }> = {
  podcasts: { label: 'Podcasts', content: <FormAndList form={<PodcastForm />} list={<PodcastList />} /> },
  episodes: { label: 'Episodes', content: <FormAndList form={<EpisodeForm />} list={<EpisodeList />} /> },
  creators: { label: 'Creators', content: <FormAndList form={<MyProfile />} list={<CreatorList />} /> },
  media: { label: 'Media', content: <MediaPanel /> },
}

const OWN_TABS = OWN_TAB_IDS.map((id) => ({ id, ...OWN[id] }))

const QUEUE = { id: 'queue', label: 'Queue', content: <QueuePanel /> }

/** The user's own things. `deskIds` are the tabs of the operations desk, which then shows the queue. */
export function AdminTabs({ deskIds = [] }: { deskIds?: readonly string[] }) {
  const tabs = deskIds.includes(QUEUE.id) ? OWN_TABS : [...OWN_TABS, QUEUE]
  // Keeps the recordings in the episode form current.
  useMediaEvents()
  return <Tabs label="Admin" {...useTabInAddress([...deskIds, ...tabs.map(({ id }) => id)])} tabs={tabs} />
}
