import type { StudioPodcast } from '@griot/contracts/catalog/studio'
import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { EmptyState } from '@griot/ui/empty-state'
import { counted } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import PodcastIcon from 'lucide-react/icons/podcast'
import { Link } from 'react-router-dom'
import { createShowPath, newEpisodePath, showPath } from '../paths.ts'
import { useMayEdit, useShowPages } from '../podcasts/api.ts'

const EMPTY = (
  <EmptyState
    title="No shows yet"
    icon={<PodcastIcon />}
    action={
      <Link to={createShowPath} {...buttonLook({ look: 'primary' })}>
        Create your first show
      </Link>
    }
  >
    A show contains your episodes. Listeners find it as soon as its first episode is published.
  </EmptyState>
)

export function ShowList({ isCreating }: { isCreating: boolean }) {
  const shows = useShowPages()
  const mayEdit = useMayEdit()
  return (
    <Section title="Your Shows">
      <QueryStates
        query={shows}
        what="your shows"
        skeleton={<RowListSkeleton />}
        empty={isCreating ? <p>No shows yet.</p> : EMPTY}
      >
        {(list) => (
          <RowList>
            {list.map((show) => (
              <Show key={show.id} show={show} mayEdit={mayEdit(show)} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={shows} what="of your shows" />
    </Section>
  )
}

function Show({ show, mayEdit }: { show: StudioPodcast; mayEdit: boolean }) {
  const { id, title, coverImage, publishedCount, unpublishedCount, hiddenReason } = show
  // The episodes of a hidden show do not count as published.
  const facts = [
    hiddenReason === undefined
      ? counted(publishedCount, 'published episode')
      : counted(publishedCount + unpublishedCount, 'episode'),
    hiddenReason === undefined && unpublishedCount > 0 && `${unpublishedCount} not published`,
  ].filter(Boolean)
  return (
    <Row
      start={<Cover id={id} title={title} src={coverImage} className="studio:w-16" />}
      title={<Link to={showPath(id)}>{title}</Link>}
      facts={facts.join(' · ')}
      note={hiddenReason !== undefined && `Hidden by the operators of this platform: ${hiddenReason}`}
      end={<State show={show} />}
      actions={
        mayEdit && (
          <Link
            to={newEpisodePath(id)}
            aria-label={`New episode of ${title}`}
            {...buttonLook({ look: 'secondary', size: 'small' })}
          >
            New episode
          </Link>
        )
      }
    />
  )
}

function State({ show: { isListed, hiddenReason } }: { show: StudioPodcast }) {
  if (hiddenReason !== undefined) return <Badge tone="danger">Hidden</Badge>
  return isListed ? <Badge tone="teal">Live</Badge> : <Badge>Not visible yet</Badge>
}
