import type { EpisodeOrder } from '@griot/contracts/catalog/episodes'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { EmptyState } from '@griot/ui/empty-state'
import { episodeLabel } from '@griot/ui/format'
import { Screen } from '@griot/ui/screen'
import { Section } from '@griot/ui/section'
import Mic from 'lucide-react/icons/mic'
import { useParams, useSearchParams } from 'react-router-dom'
import { DetailColumns, DetailScreen } from '../detail-screen.tsx'
import { useEpisodesOf, usePodcast } from '../shows/api.ts'
import { EpisodeRow, EpisodeRows, EpisodesSkeleton } from '../shows/episode-row.tsx'
import { orderOf } from '../shows/next-episode.ts'
import { PodcastHead } from './podcast-head.tsx'
import { AboutHost, PodcastStats, YourProgress } from './podcast-panels.tsx'

const ORDERS: Record<EpisodeOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  shortest: 'Shortest first',
  longest: 'Longest first',
}

const isOrder = (text: string | null): text is EpisodeOrder => text !== null && Object.hasOwn(ORDERS, text)

export function PodcastScreen() {
  const { id = '' } = useParams()
  const skeleton = (
    <div className="listener:mt-12 listener:lg:pe-84">
      <EpisodesSkeleton />
    </div>
  )
  return (
    <DetailScreen what="Podcast" query={usePodcast(id)} skeleton={skeleton}>
      {(podcast) => <PodcastPage podcast={podcast} />}
    </DetailScreen>
  )
}

function PodcastPage({ podcast }: { podcast: FullPodcast }) {
  const [address, setAddress] = useSearchParams()
  const sort = address.get('sort')
  const usual = orderOf(podcast)
  const order = isOrder(sort) ? sort : usual
  const handleOrder = (chosen: string) =>
    setAddress(chosen === usual ? {} : { sort: chosen }, { replace: true, preventScrollReset: true })
  const side = (
    <>
      <YourProgress podcast={podcast} />
      <PodcastStats podcast={podcast} />
      <AboutHost podcast={podcast} />
    </>
  )

  return (
    <Screen title={podcast.title} head={<PodcastHead podcast={podcast} />}>
      <DetailColumns side={side}>
        <Section title="Episodes" size="large" aside={<OrderChoice order={order} onChoose={handleOrder} />}>
          <EpisodeList key={podcast.id} podcast={podcast} order={order} />
        </Section>
      </DetailColumns>
    </Screen>
  )
}

function OrderChoice({ order, onChoose }: { order: EpisodeOrder; onChoose: (order: string) => void }) {
  return (
    <select
      aria-label="Sort episodes"
      className="g-input listener:w-auto"
      value={order}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {Object.entries(ORDERS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function EpisodeList({ podcast, order }: { podcast: FullPodcast; order: EpisodeOrder }) {
  const empty = (
    <EmptyState title="No episodes available yet." icon={<Mic />}>
      Published episodes of the show appear here.
    </EmptyState>
  )
  return (
    <EpisodeRows pages={useEpisodesOf(podcast.id, order)} empty={empty}>
      {(episode) => <EpisodeRow key={episode.id} episode={episode} podcast={podcast} about={episodeLabel(episode)} />}
    </EpisodeRows>
  )
}
