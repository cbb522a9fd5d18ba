import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { type MemberRole, roleMay } from '@griot/contracts/catalog/roles'
import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { counted } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import { Tabs } from '@griot/ui/tabs'
import ListMusic from 'lucide-react/icons/list-music'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DistributionPanel } from '../distribution/distribution-panel.tsx'
import { useShowEpisodes } from '../episodes/api.ts'
import { EpisodeRows } from '../episodes/episode-rows.tsx'
import { useMediaEvents } from '../media/api.ts'
import { MembersPanel } from '../members/members-panel.tsx'
import { newEpisodePath } from '../paths.ts'
import { PodcastForm, valuesOf } from '../podcasts/podcast-form.tsx'
import { EmbedShowButton } from './embed-show-button.tsx'

export function ShowTabs({ show, role }: { show: FullPodcast; role: MemberRole }) {
  const mayEdit = roleMay(role, 'edit')
  // Keeps the audio of the episodes current.
  useMediaEvents()
  const tabs = [
    { id: 'episodes', label: 'Episodes', content: <Episodes show={show} mayEdit={mayEdit} /> },
    { id: 'distribution', label: 'Distribution', content: <DistributionPanel show={show} role={role} /> },
    { id: 'audience', label: 'Audience', content: <Audience show={show} /> },
    // A saved change makes a new form, whose saved values are the new ones.
    {
      id: 'settings',
      label: 'Settings',
      content: (
        <div className="studio:grid studio:max-w-xl studio:grid-cols-[minmax(0,1fr)] studio:gap-8">
          {mayEdit && <PodcastForm key={JSON.stringify(valuesOf(show))} podcast={show} />}
          <MembersPanel podcast={show} />
        </div>
      ),
    },
  ]
  return <Tabs label={show.title} {...useTabInAddress(tabs.map(({ id }) => id))} tabs={tabs} />
}

function Episodes({ show, mayEdit }: { show: FullPodcast; mayEdit: boolean }) {
  const { id, isListed = true } = show
  const episodes = useShowEpisodes(id)
  const empty = (
    <EmptyState
      title="No episodes yet"
      icon={<ListMusic />}
      action={
        mayEdit && (
          <Link to={newEpisodePath(id)} {...buttonLook({ look: 'primary' })}>
            Make the first episode
          </Link>
        )
      }
    >
      An episode starts with its recording.
    </EmptyState>
  )
  return (
    <Section title="Episodes" aside={isListed && <EmbedShowButton show={show} />}>
      <QueryStates query={episodes} what="the episodes" skeleton={<RowListSkeleton />} empty={empty}>
        {(list) => <EpisodeRows episodes={list} namesHost={false} />}
      </QueryStates>
      <ShowMore pages={episodes} what="of the episodes" />
    </Section>
  )
}

function Audience({ show: { id, listeners } }: { show: FullPodcast }) {
  return (
    <Coming title="Audience" podcastId={id} link="See the numbers on the public page">
      Plays and listeners by day and by episode will be here. So far the show has {counted(listeners, 'listener')}.
    </Coming>
  )
}

interface ComingProps {
  title: string
  podcastId: string
  link: string
  children: ReactNode
}

/** A part of the studio that is not built yet, with a link to what exists. */
function Coming({ title, podcastId, link, children }: ComingProps) {
  return (
    <Section title={title}>
      <p className="studio:max-w-2xl">{children}</p>
      <p className="studio:mt-4">
        <Link to={`/podcast/${podcastId}`} {...buttonLook({ look: 'secondary', size: 'small' })}>
          {link}
        </Link>
      </p>
    </Section>
  )
}
