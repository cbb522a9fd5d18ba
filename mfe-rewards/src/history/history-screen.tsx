import { pathFor } from '@griot/contracts/endpoint'
import { DownloadPointsHistory } from '@griot/contracts/points'
import { Button, buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Panel } from '@griot/ui/section'
import { ServerLink } from '@griot/ui/server-link'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import { Link, useSearchParams } from 'react-router-dom'
import { type EntryType, useRules } from '../api.ts'
import { OwnShows } from '../own-shows.tsx'
import { SignedIn } from '../signed-in.tsx'
import { LedgerRows, SessionRows } from './history-rows.tsx'

const NO_POINTS_ID = 'no-points'

export function HistoryScreen() {
  return (
    <Screen
      title="Points History"
      intro="Every point you ever earned, and the reason for each."
      actions={
        <div className="rewards:flex rewards:flex-wrap rewards:gap-2">
          <Link to="/points" {...buttonLook({ look: 'secondary', size: 'small' })}>
            <ArrowLeft aria-hidden="true" />
            Points
          </Link>
          {/* On a phone the explanation is below the whole ledger. */}
          <span className="rewards:lg:hidden">
            <a href={`#${NO_POINTS_ID}`} {...buttonLook({ look: 'secondary', size: 'small' })}>
              Didn't get points?
            </a>
          </span>
        </div>
      }
    >
      <SignedIn why="Log in to see your history.">
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Ledger />
          <NoPoints />
        </div>
      </SignedIn>
    </Screen>
  )
}

const FILTERS: { type: EntryType | undefined; label: string }[] = [
  { type: undefined, label: 'All' },
  { type: 'listening', label: 'Listening' },
  { type: 'achievement', label: 'Achievements' },
  { type: 'tip', label: 'Tips' },
]

/** The ledger, filtered by `?type=`. */
function Ledger() {
  const [search, setSearch] = useSearchParams()
  const chosen = FILTERS.find(({ type }) => type === search.get('type')) ?? FILTERS[0]
  const type = chosen?.type

  return (
    <Panel
      title="All entries"
      aside={
        <ServerLink
          href={pathFor(DownloadPointsHistory, { params: { id: 'me' }, query: { type } })}
          download
          {...buttonLook({ look: 'secondary', size: 'small' })}
        >
          <Download aria-hidden="true" />
          Download CSV
        </ServerLink>
      }
    >
      <fieldset className="rewards:mb-4 rewards:flex rewards:flex-wrap rewards:gap-2">
        <legend className="g-visually-hidden">Show entries for</legend>
        {FILTERS.map((filter) => (
          <Button
            key={filter.label}
            look="secondary"
            size="small"
            className="rewards:aria-pressed:border-ink rewards:aria-pressed:bg-ink rewards:aria-pressed:text-page"
            aria-pressed={filter === chosen}
            onClick={() => setSearch(filter.type ? { type: filter.type } : {}, { replace: true })}
          >
            {filter.label}
          </Button>
        ))}
      </fieldset>
      <LedgerRows what="your history" perPage={50} type={type} />
    </Panel>
  )
}

/** Explains what the last sessions earned and which limits applied. */
function NoPoints() {
  const rules = useRules()
  return (
    <div id={NO_POINTS_ID} className="rewards:scroll-mt-20">
      <Panel title="Didn't get points?" look="raised">
        <p className="rewards:mb-4 rewards:text-muted">
          These are your last sessions: what was credited, and which limits applied. The rules are under{' '}
          <Link to="/points?tab=how" className="rewards:font-semibold rewards:text-ink rewards:underline">
            How It Works
          </Link>
          .
        </p>
        <SessionRows
          what="your last sessions"
          limit={10}
          empty={<p>No sessions yet. If you have just listened, check again in a minute.</p>}
        />
        {rules.data && <OwnShows rules={rules.data} />}
      </Panel>
    </div>
  )
}
