import { ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { type MemberRole, roleMay, roleOfRow } from '@griot/contracts/catalog/roles'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Badge } from '@griot/ui/badge'
import { Cover } from '@griot/ui/cover'
import { Dialog } from '@griot/ui/dialog'
import { EmptyState } from '@griot/ui/empty-state'
import { capitalized } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import PodcastIcon from 'lucide-react/icons/podcast'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Affected, ConfirmDelete } from '../confirm-delete.tsx'
import { MembersPanel } from '../members/members-panel.tsx'
import { RowActions } from '../row-actions.tsx'
import { useDeletePodcast, usePodcastPages } from './api.ts'
import { EditPodcast } from './edit-podcast.tsx'

const EMPTY = (
  <EmptyState title="No podcasts yet" icon={<PodcastIcon />}>
    No podcasts created yet. Create your first podcast to get started.
  </EmptyState>
)

/** The podcasts of which the user is a member. Admins also see all others, which only their members can change. */
export function PodcastList() {
  const me = useStore(useShell().session.user)
  const podcasts = usePodcastPages()
  const [edited, setEdited] = useState<Podcast | null>(null)
  const [deleted, setDeleted] = useState<Podcast | null>(null)
  const [shared, setShared] = useState<Podcast | null>(null)

  const actionsFor = (role: MemberRole | null, podcast: Podcast) => ({
    ...(roleMay(role, 'edit') && { onEdit: () => setEdited(podcast) }),
    ...(roleMay(role, 'manage') && { onDelete: () => setDeleted(podcast) }),
    ...(roleMay(role, 'read') && { onMembers: () => setShared(podcast) }),
  })

  return (
    <Section title="Existing Podcasts" aside={<Link to="/studio/tips">Tips and pledges</Link>}>
      <QueryStates query={podcasts} what="the podcasts" skeleton={<RowListSkeleton />} empty={EMPTY}>
        {(list) => (
          <>
            <RowList>
              {list.map((podcast) => (
                <Row
                  key={podcast.id}
                  start={
                    <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} className="studio:w-12" />
                  }
                  title={<Link to={`/podcast/${podcast.id}`}>{podcast.title}</Link>}
                  facts={
                    podcast.givenPicture?.failure ? 'The cover could not be loaded. Edit to see why.' : podcast.hostName
                  }
                  end={<Badge>{capitalized(podcast.category)}</Badge>}
                  actions={
                    <RowActions
                      id={podcast.id}
                      name={podcast.title}
                      {...actionsFor(roleOfRow(podcast, me?.id), podcast)}
                    />
                  }
                />
              ))}
            </RowList>
            <ShowMore pages={podcasts} what="of the podcasts" />
          </>
        )}
      </QueryStates>
      {edited && <EditPodcast id={edited.id} onClose={() => setEdited(null)} />}
      {shared && (
        <Dialog open onClose={() => setShared(null)} title="Members" description={shared.title}>
          <MembersPanel podcast={shared} onLeft={() => setShared(null)} />
        </Dialog>
      )}
      {deleted && <DeletePodcastDialog podcast={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  )
}

const MOST_NAMED = 5

function DeletePodcastDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const removal = useDeletePodcast(podcast)
  const newest = { params: { id: podcast.id }, query: { include: 'unpublished', limit: MOST_NAMED + 1 } } as const
  const episodes = useQuery(read(ListPodcastEpisodes, newest))
  return (
    <ConfirmDelete title="Delete this podcast?" name={podcast.title} removal={removal} onClose={onClose}>
      <QueryStates
        query={episodes}
        what="its episodes"
        skeleton={<Skeleton height="4rem" />}
        empty={<p>It has no episodes. This cannot be undone.</p>}
      >
        {(affected) => (
          <>
            <p>Its episodes are deleted too, and listeners can no longer play them:</p>
            <Affected items={affected.slice(0, MOST_NAMED)} hasMore={affected.length > MOST_NAMED} />
            <p>Your audio files stay in your media library.</p>
          </>
        )}
      </QueryStates>
    </ConfirmDelete>
  )
}
