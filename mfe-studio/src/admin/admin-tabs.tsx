import { useCan } from '@griot/shell-sdk/react'
import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Tabs } from '@griot/ui/tabs'
import { MyProfile } from '../creators/creator-form.tsx'
import { CreatorList } from '../creators/creator-list.tsx'
import { EpisodeForm } from '../episodes/episode-form.tsx'
import { EpisodeList } from '../episodes/episode-list.tsx'
import { FormAndList } from '../form-layout.tsx'
import { useMediaEvents } from '../media/api.ts'
import { PodcastForm } from '../podcasts/podcast-form.tsx'
import { PodcastList } from '../podcasts/podcast-list.tsx'
import { PointsPanel } from '../points/points-panel.tsx'
import { QueuePanel } from '../queue/queue-panel.tsx'
import { MediaPanel } from './media-panel.tsx'

const TABS = [
  { id: 'podcasts', label: 'Podcasts', content: <FormAndList form={<PodcastForm />} list={<PodcastList />} /> },
  { id: 'episodes', label: 'Episodes', content: <FormAndList form={<EpisodeForm />} list={<EpisodeList />} /> },
  { id: 'creators', label: 'Creators', content: <FormAndList form={<MyProfile />} list={<CreatorList />} /> },
  { id: 'media', label: 'Media', content: <MediaPanel /> },
  { id: 'queue', label: 'Queue', content: <QueuePanel /> },
]

const POINTS = { id: 'points', label: 'Points', content: <PointsPanel /> }

export function AdminTabs() {
  const tabs = useCan('points.review') ? [...TABS, POINTS] : TABS
  // Keeps the recordings in the episode form current.
  useMediaEvents()
  return <Tabs label="Admin" {...useTabInAddress(tabs.map(({ id }) => id))} tabs={tabs} />
}
