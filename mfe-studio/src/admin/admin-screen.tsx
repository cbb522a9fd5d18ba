import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Screen } from '@griot/ui/screen'
import { Tabs } from '@griot/ui/tabs'
import { CreatorForm } from '../creators/creator-form.tsx'
import { CreatorList } from '../creators/creator-list.tsx'
import { EpisodeForm } from '../episodes/episode-form.tsx'
import { EpisodeList } from '../episodes/episode-list.tsx'
import { FormAndList } from '../form-layout.tsx'
import { useMediaEvents } from '../media/api.ts'
import { PodcastForm } from '../podcasts/podcast-form.tsx'
import { PodcastList } from '../podcasts/podcast-list.tsx'
import { QueuePanel } from '../queue/queue-panel.tsx'
import { MediaPanel } from './media-panel.tsx'

export function AdminScreen() {
  const tab = useTabInAddress(['podcasts', 'episodes', 'creators', 'media', 'queue'])
  // The episode form offers a recording the moment it is ready.
  useMediaEvents()

  return (
    <Screen title="Admin" intro="Create podcasts, episodes and creator profiles, and look after your audio.">
      <Tabs
        label="Admin"
        {...tab}
        tabs={[
          {
            id: 'podcasts',
            label: 'Podcasts',
            content: <FormAndList form={<PodcastForm />} list={<PodcastList />} />,
          },
          {
            id: 'episodes',
            label: 'Episodes',
            content: <FormAndList form={<EpisodeForm />} list={<EpisodeList />} />,
          },
          {
            id: 'creators',
            label: 'Creators',
            content: <FormAndList form={<CreatorForm />} list={<CreatorList />} />,
          },
          { id: 'media', label: 'Media', content: <MediaPanel /> },
          { id: 'queue', label: 'Queue', content: <QueuePanel /> },
        ]}
      />
    </Screen>
  )
}
