import { SHOW_STATES, type Show } from '@griot/contracts/catalog/moderation'
import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { EmptyState } from '@griot/ui/empty-state'
import { counted, formatAgo } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import PodcastIcon from 'lucide-react/icons/podcast'
import { Link } from 'react-router-dom'
import { oneOf, useAddressFilters } from '../../address-filters.ts'
import { CopyId } from '../../row-actions.tsx'
import { ChoiceFilter, FilterBar, SearchFilter } from '../filter-bar.tsx'
import { useShows } from './api.ts'
import { ModerationButton } from './moderation.tsx'
import { ShowEpisodes } from './show-episodes.tsx'

const STATES = { listed: 'Listed', empty: 'Without episodes', hidden: 'Hidden', featured: 'Featured' }

/** All shows for admins, or the episodes of the show in the address. */
export function ShowsPanel() {
  const show = useAddressFilters().get('show')
  return show === '' ? <ShowList /> : <ShowEpisodes id={show} />
}

function ShowList() {
  const filters = useAddressFilters()
  const search = filters.get('q')
  const state = oneOf(SHOW_STATES, filters.get('state'))
  const shows = useShows({ search, state })
  const empty = (
    <EmptyState title="No shows" icon={<PodcastIcon />}>
      {shows.hasNextPage ? 'None of the newest shows match. Older ones may.' : 'No show matches these filters.'}
    </EmptyState>
  )
  return (
    <Section title="Shows">
      <FilterBar>
        <SearchFilter label="Title, host or id" value={search} onSearch={(text) => filters.set('q', text)} />
        <ChoiceFilter
          label="State"
          all="All shows"
          options={STATES}
          value={state}
          onChoose={(value) => filters.set('state', value)}
        />
      </FilterBar>
      <QueryStates query={shows} what="the shows" skeleton={<RowListSkeleton />} empty={empty}>
        {(list) => (
          <RowList>
            {list.map((one) => (
              <ShowRow key={one.id} show={one} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={shows} what="of the shows" />
    </Section>
  )
}

function ShowRow({ show }: { show: Show }) {
  const { id, title, hostName, listeners, episodeCount, createdAt, hiddenReason } = show
  const facts = [hostName, counted(listeners, 'listener'), counted(episodeCount, 'episode'), formatAgo(createdAt)]
  const target = { id, podcastId: id, name: title }
  return (
    <Row
      start={<Cover id={id} title={title} src={show.coverImage} className="studio:w-12" />}
      title={<Link to={`/podcast/${id}`}>{title}</Link>}
      facts={facts.join(' · ')}
      note={
        <>
          {hiddenReason !== undefined && <p>Hidden: {hiddenReason}</p>}
          {/* Not beside the actions: on phones these fill their line. */}
          <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-2">
            <StateBadge show={show} />
            {show.isFeatured && <Badge tone="points">Featured</Badge>}
            <CopyId id={id} name={title} />
          </div>
        </>
      }
      actions={
        <>
          <Link
            to={`/admin?tab=shows&show=${id}`}
            aria-label={`Episodes of ${title}`}
            {...buttonLook({ look: 'secondary', size: 'small' })}
          >
            Episodes
          </Link>
          {hiddenReason === undefined && (
            <ModerationButton action={show.isFeatured ? 'unfeature' : 'feature'} {...target} />
          )}
          {!show.isHostBlocked && (
            <ModerationButton action={hiddenReason === undefined ? 'hide' : 'restore'} {...target} />
          )}
        </>
      }
    />
  )
}

function StateBadge({ show: { hiddenReason, isListed } }: { show: Show }) {
  if (hiddenReason !== undefined) return <Badge tone="danger">Hidden</Badge>
  return isListed ? <Badge tone="teal">Listed</Badge> : <Badge>Without episodes</Badge>
}
