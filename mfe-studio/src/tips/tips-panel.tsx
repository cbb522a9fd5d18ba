import { pathFor } from '@griot/contracts/endpoint'
import { DownloadReceivedTips, type ReceivedTips } from '@griot/contracts/tips-received'
import { Button, buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { EmptyState } from '@griot/ui/empty-state'
import { counted } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ServerLink } from '@griot/ui/server-link'
import { ShowMore } from '@griot/ui/show-more'
import { Skeleton } from '@griot/ui/skeleton'
import Coins from 'lucide-react/icons/coins'
import Download from 'lucide-react/icons/download'
import { Link, useSearchParams } from 'react-router-dom'
import { useReceivedTips, useReceivedTotals, useTitles } from './api.ts'

const VIEWS = [
  { by: 'day', label: 'By day' },
  { by: 'episode', label: 'By episode' },
] as const

const EMPTY = (
  <EmptyState title="No tips yet" icon={<Coins />}>
    When listeners tip one of your shows, the tip is listed here. Listeners tip on the page of a show and in the player.
  </EmptyState>
)

/** What was pledged and paid to the user, by `?by=`. */
export function TipsPanel() {
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find(({ by }) => by === search.get('by')) ?? VIEWS[0]
  const tips = useReceivedTips(view.by)
  const titlesOf = useTitles()

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-6">
      <Totals />
      <Section title={view.label} aside={<DownloadLink />}>
        <fieldset className="studio:mb-4 studio:flex studio:flex-wrap studio:gap-2">
          <legend className="g-visually-hidden">Show tips</legend>
          {VIEWS.map(({ by, label }) => (
            <Button
              key={by}
              look="secondary"
              size="small"
              className="studio:aria-pressed:border-ink studio:aria-pressed:bg-ink studio:aria-pressed:text-page"
              aria-pressed={by === view.by}
              onClick={() => setSearch({ by }, { replace: true })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <QueryStates query={tips} what="your tips" skeleton={<RowListSkeleton />} empty={EMPTY}>
          {(rows) => (
            <>
              <RowList>
                {rows.map((row) => (
                  <TipRow key={`${row.day} ${row.podcastId} ${row.episodeId}`} row={row} titles={titlesOf(row)} />
                ))}
              </RowList>
              <ShowMore pages={tips} what="of your tips" />
            </>
          )}
        </QueryStates>
      </Section>
    </div>
  )
}

function DownloadLink() {
  return (
    <ServerLink
      href={pathFor(DownloadReceivedTips, { params: { id: 'me' } })}
      download
      {...buttonLook({ look: 'secondary', size: 'small' })}
    >
      <Download aria-hidden="true" />
      Download CSV
    </ServerLink>
  )
}

function Totals() {
  const totals = useReceivedTotals()
  const { data } = totals
  return (
    <div className="studio:grid studio:gap-3">
      <dl className="studio:grid studio:grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] studio:gap-4">
        <Total term="Pledged" cents={data?.pledgedCents} note={data && counted(data.pledges, 'pledge')} {...totals} />
        <Total term="Paid" cents={data?.paidCents} note={data && counted(data.payments, 'payment')} {...totals} />
      </dl>
      <p className="studio:text-sm studio:text-muted">
        A pledge is a promise: no money was moved. Amounts are in US dollars, and days are in UTC.
      </p>
    </div>
  )
}

interface TotalProps {
  term: string
  cents: number | undefined
  note: string | undefined
  isError: boolean
}

function Total({ term, cents, note, isError }: TotalProps) {
  return (
    <Card>
      <dt className="studio:text-sm studio:text-muted">{term}</dt>
      <dd className="studio:font-display studio:text-2xl studio:font-bold studio:tabular-nums">
        {cents !== undefined && formatCents(cents)}
        {cents === undefined && (isError ? '–' : <Skeleton width="5rem" height="1em" />)}
      </dd>
      <dd className="studio:text-sm studio:text-muted">{note}</dd>
    </Card>
  )
}

function TipRow({ row, titles }: { row: ReceivedTips; titles: ReturnType<ReturnType<typeof useTitles>> }) {
  const { day, episodeId, pledges, pledgedCents, payments, paidCents } = row
  const { show, episode, isEpisodeKnown } = titles
  const sums = [
    pledges > 0 && `${formatCents(pledgedCents)} pledged (${pledges})`,
    payments > 0 && `${formatCents(paidCents)} paid (${payments})`,
  ]
  return (
    <Row
      title={isEpisodeKnown ? <Link to={`/episode/${episodeId}`}>{episode}</Link> : (episode ?? show)}
      facts={[day !== null && DAY.format(new Date(day)), episode === null ? 'The whole show' : show]
        .filter(Boolean)
        .join(' · ')}
      end={
        <span className="studio:text-right studio:font-semibold studio:tabular-nums">
          {sums.filter(Boolean).join(' · ')}
        </span>
      }
    />
  )
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const formatCents = (cents: number) => DOLLARS.format(cents / 100)
