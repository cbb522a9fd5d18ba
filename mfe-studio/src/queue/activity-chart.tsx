import type { QueueActivity, QueueHour } from '@griot/contracts/queue'
import { Skeleton } from '@griot/ui/skeleton'
import { ListSection } from '../row-list.tsx'
import { useQueueActivity } from './api.ts'

const UP = 56
const DOWN = 24
const SLOT = 10
const BAR = 7

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const from = (time: string) => hour.format(new Date(time))

const total = (hours: readonly QueueHour[], kind: 'ready' | 'failed') => hours.reduce((sum, one) => sum + one[kind], 0)

const waitText = (seconds: number) => {
  if (seconds >= 90) return `${Math.round(seconds / 60)} minutes`
  return seconds < 1.5 ? 'a second' : `${Math.round(seconds)} seconds`
}

/** In words what the chart shows. */
const summaryOf = ({ hours, medianSeconds }: QueueActivity) =>
  [
    `${total(hours, 'ready')} ready`,
    `${total(hours, 'failed')} failed`,
    medianSeconds !== null && `half of them within ${waitText(medianSeconds)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What came out of the queue in the last day: upwards what became ready, downwards what failed. */
export function ActivityChart() {
  const activity = useQueueActivity()

  // It comes and goes without being missed: the files above are what matters.
  if (activity.isError && !activity.data) return null
  return (
    <ListSection title="Last 24 hours">
      {activity.data ? <Chart activity={activity.data} /> : <Skeleton height="6rem" />}
    </ListSection>
  )
}

function Chart({ activity }: { activity: QueueActivity }) {
  const { hours } = activity
  const most = Math.max(1, ...hours.map(({ ready }) => ready))
  const mostFailed = Math.max(1, ...hours.map(({ failed }) => failed))
  // Both on one scale, unless failures would then leave the picture.
  const up = Math.min(UP / most, UP)
  const down = Math.min(up, DOWN / mostFailed)
  const heightOf = (count: number, scale: number) => (count === 0 ? 0 : Math.max(2, count * scale))
  const summary = summaryOf(activity)
  const [first] = hours

  return (
    <>
      <p className="studio:text-sm studio:text-muted">{summary}</p>
      <svg
        role="img"
        aria-label={`Files an hour over the last 24 hours: ${summary}`}
        viewBox={`0 0 ${hours.length * SLOT} ${UP + DOWN + 2}`}
        preserveAspectRatio="none"
        className="studio:mt-3 studio:h-28 studio:w-full"
      >
        {hours.map(({ from: at, ready, failed }, slot) => {
          const x = slot * SLOT + (SLOT - BAR) / 2
          const above = heightOf(ready, up)
          return (
            <g key={at}>
              <rect x={x} y={UP - above} width={BAR} height={above} className="studio:fill-teal" />
              <rect x={x} y={UP + 1} width={BAR} height={heightOf(failed, down)} className="studio:fill-danger" />
            </g>
          )
        })}
        <rect x="0" y={UP} width={hours.length * SLOT} height="1" className="studio:fill-line-strong" />
      </svg>
      <p aria-hidden="true" className="studio:flex studio:justify-between studio:text-xs studio:text-muted">
        <span>{first && from(first.from)}</span>
        <span className="studio:flex studio:gap-4">
          <span className="studio:flex studio:items-center studio:gap-1.5">
            <span className="studio:size-2.5 studio:rounded-s studio:bg-teal" /> Ready
          </span>
          <span className="studio:flex studio:items-center studio:gap-1.5">
            <span className="studio:size-2.5 studio:rounded-s studio:bg-danger" /> Failed
          </span>
        </span>
        <span>now</span>
      </p>
      <details className="studio:mt-2 studio:text-sm">
        <summary className="studio:w-fit studio:cursor-pointer studio:underline">As a table</summary>
        <Table hours={hours} />
      </details>
    </>
  )
}

function Table({ hours }: { hours: readonly QueueHour[] }) {
  return (
    <table className="studio:mt-2 studio:w-full studio:max-w-sm studio:tabular-nums">
      <thead>
        <tr className="studio:text-start studio:text-muted">
          <th scope="col" className="studio:py-1 studio:text-start studio:font-normal">
            Hour from
          </th>
          <th scope="col" className="studio:py-1 studio:text-end studio:font-normal">
            Ready
          </th>
          <th scope="col" className="studio:py-1 studio:text-end studio:font-normal">
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.toReversed().map((one) => (
          <tr key={one.from} className="studio:border-t studio:border-line">
            <th scope="row" className="studio:py-1 studio:text-start studio:font-normal">
              {from(one.from)}
            </th>
            <td className="studio:text-end">{one.ready}</td>
            <td className="studio:text-end">{one.failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
