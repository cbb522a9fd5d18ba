import type { Episode } from '@griot/contracts/catalog/episodes'
import { type Host, MAX_HITS, type SearchResult } from '@griot/contracts/catalog/search'
import { ModuleSlot } from '@griot/shell-sdk/module-slot'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { counted, formatNumber } from '@griot/ui/format'
import { Portrait } from '@griot/ui/portrait'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { Tabs } from '@griot/ui/tabs'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useListedPodcast, useSearchResult } from '../shows/api.ts'
import { EpisodeRow } from '../shows/episode-row.tsx'
import { hostSearch } from '../shows/links.ts'
import { PodcastGrid } from '../shows/podcast-grid.tsx'

const KINDS = ['podcasts', 'episodes', 'hosts'] as const
type Kind = (typeof KINDS)[number]

const LABELS: Record<Kind, string> = { podcasts: 'Podcasts', episodes: 'Episodes', hosts: 'Hosts' }

interface SearchResultsProps {
  search: string
  onClear: () => void
}

export function SearchResults({ search, onClear }: SearchResultsProps) {
  const result = useSearchResult(search)
  return (
    <>
      <CatalogResults result={result} onClear={onClear} />
      {!result.isPending && (
        <ModuleSlot
          name="listener.search"
          props={{ query: search }}
          frame={(title, content) => (
            <div className="listener:mt-5">
              <Section title={title}>{content}</Section>
            </div>
          )}
        />
      )}
    </>
  )
}

interface CatalogResultsProps {
  result: ReturnType<typeof useSearchResult>
  onClear: () => void
}

function CatalogResults({ result, onClear }: CatalogResultsProps) {
  return (
    <section aria-labelledby="search-results">
      <h2 id="search-results" className="g-visually-hidden">
        Search results
      </h2>
      <p role="status" className="g-visually-hidden">
        {result.data && announced(result.data)}
      </p>
      <QueryStates query={result} what="the search results" skeleton={<ResultsSkeleton />}>
        {(found) =>
          KINDS.some((kind) => found[kind].total > 0) ? (
            <ResultTabs found={found} />
          ) : (
            <NothingFound onClear={onClear} />
          )
        }
      </QueryStates>
    </section>
  )
}

const shownTotal = (total: number) => (total < MAX_HITS ? formatNumber(total) : `${formatNumber(MAX_HITS)}+`)

const announced = ({ podcasts, episodes, hosts }: SearchResult) =>
  [counted(podcasts.total, 'podcast'), counted(episodes.total, 'episode'), counted(hosts.total, 'host')].join(', ')

/** The tab is in the URL once the person has chosen one; before, the first tab with results is open. */
function ResultTabs({ found }: { found: SearchResult }) {
  const [address, setAddress] = useSearchParams()
  const chosen = KINDS.find((kind) => kind === address.get('tab'))
  const first = KINDS.find((kind) => found[kind].total > 0) ?? 'podcasts'
  const handleChange = (kind: string) => {
    const next = new URLSearchParams(address)
    next.set('tab', kind)
    setAddress(next, { replace: true })
  }
  const contents: Record<Kind, ReactNode> = {
    podcasts: <PodcastGrid query={{ data: found.podcasts.items, isError: false }} what="the podcasts" count={0} />,
    episodes: (
      <RowList>
        {found.episodes.items.map((episode) => (
          <FoundEpisode key={episode.id} episode={episode} />
        ))}
      </RowList>
    ),
    hosts: (
      <RowList>
        {found.hosts.items.map((host) => (
          <HostRow key={host.hostId} host={host} />
        ))}
      </RowList>
    ),
  }
  const tabs = KINDS.map((kind) => {
    const { total, items } = found[kind]
    return {
      id: kind,
      label: `${LABELS[kind]} (${shownTotal(total)})`,
      content:
        total === 0 ? <p>No {kind} found.</p> : <Results {...{ total, shown: items.length }}>{contents[kind]}</Results>,
    }
  })
  return <Tabs label="Kind of result" tabs={tabs} value={chosen ?? first} onChange={handleChange} />
}

function Results({ total, shown, children }: { total: number; shown: number; children: ReactNode }) {
  return (
    <>
      {children}
      {total > shown && (
        <p className="listener:mt-6 listener:text-muted">
          These are the best {shown} of {shownTotal(total)}. Another word narrows the search.
        </p>
      )}
    </>
  )
}

function FoundEpisode({ episode }: { episode: Episode }) {
  const podcast = useListedPodcast(episode.podcastId)
  const about = (
    <Link to={`/podcast/${episode.podcastId}`} className="listener:hover:underline">
      {episode.podcastTitle}
    </Link>
  )
  return <EpisodeRow episode={episode} podcast={podcast.data} about={about} />
}

function HostRow({ host }: { host: Host }) {
  const { name, image, podcasts, podcastCount } = host
  const more = podcastCount - podcasts.length
  return (
    <Row
      start={<Portrait name={name} src={image} />}
      title={
        <h3 className="listener:text-lg listener:leading-snug">
          <Link to={hostSearch(name)}>{name}</Link>
        </h3>
      }
      facts={
        <ul className="listener:flex listener:flex-wrap listener:gap-x-4 listener:gap-y-1">
          {podcasts.map(({ id, title }) => (
            <li key={id} className="listener:wrap-anywhere">
              <Link to={`/podcast/${id}`} className="listener:underline">
                {title}
              </Link>
            </li>
          ))}
          {more > 0 && <li>and {counted(more, 'more podcast')}</li>}
        </ul>
      }
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No podcasts found"
      icon={<Search />}
      action={
        <Button look="secondary" onClick={onClear}>
          Clear Search
        </Button>
      }
    >
      No episodes or hosts match. Try another word.
    </EmptyState>
  )
}

function ResultsSkeleton() {
  return (
    <div className="listener:grid listener:gap-6">
      <Skeleton width="18rem" height="2.75rem" className="listener:max-w-full" />
      <PodcastGrid query={{ data: undefined, isError: false }} what="podcasts" count={10} />
    </div>
  )
}
