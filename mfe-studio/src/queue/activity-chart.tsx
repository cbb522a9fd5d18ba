import type { QueueActivity, QueueHour } from '@griot/contracts/queue'
import { Section } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { Fragment } from 'react'
import { useQueueActivity } from './api.ts'

// The heights of the two parts of the chart, in rem.
const UP = 4.75
const DOWN = 2

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const hourOf = (time: string) => hour.format(new Date(time))

const waitText = (seconds: number) => {
  if (seconds >= 90) return `${Math.round(seconds / 60)} minutes`
  return seconds < 1.5 ? 'a second' : `${Math.round(seconds)} seconds`
}

const summaryOf = ({ hours, medianSeconds }: QueueActivity) => {
  const total = (kind: 'ready' | 'failed') => hours.reduce((sum, one) => sum + one[kind], 0)
  const wait = medianSeconds === null ? '' : ` · half of them within ${waitText(medianSeconds)}`
  return `${total('ready')} ready · ${total('failed')} failed${wait}`
}

/** The files of the last day: ready ones above the line, failed ones below. */
export function ActivityChart() {
  const activity = useQueueActivity()

  // The chart is optional, so a failure hides it.
  if (activity.isError && !activity.data) return null
  return (
    <Section title="Last 24 hours">
      {activity.data ? <Chart activity={activity.data} /> : <Skeleton height="6rem" />}
    </Section>
  )
}

function Chart({ activity }: { activity: QueueActivity }) {
  const { hours } = activity
  const up = UP / Math.max(1, ...hours.map(({ ready }) => ready))
  // One scale for both, unless the failures would not fit.
  const down = Math.min(up, DOWN / Math.max(1, ...hours.map(({ failed }) => failed)))
  const heightOf = (count: number, scale: number) => (count === 0 ? 0 : `max(2px, ${count * scale}rem)`)
  const summary = summaryOf(activity)
  const [first] = hours

  return (
    <>
      <p className="studio:text-sm studio:text-muted">{summary}</p>
      <div
        role="img"
        aria-label={`Files per hour in the last 24 hours: ${summary}`}
        className="studio:mt-3 studio:grid studio:auto-cols-fr studio:grid-flow-col"
        style={{ gridTemplateRows: `${UP}rem 1px ${DOWN}rem` }}
      >
        {hours.map(({ from, ready, failed }) => (
          <Fragment key={from}>
            <span className="studio:mx-[15%] studio:self-end studio:bg-teal" style={{ height: heightOf(ready, up) }} />
            <span className="studio:bg-line-strong" />
            <span className="studio:mx-[15%] studio:bg-danger" style={{ height: heightOf(failed, down) }} />
          </Fragment>
        ))}
      </div>
      <p aria-hidden="true" className="studio:flex studio:justify-between studio:text-xs studio:text-muted">
        <span>{first && hourOf(first.from)}</span>
        <span className="studio:flex studio:items-center studio:gap-1.5">
          <span className="studio:size-2.5 studio:rounded-s studio:bg-teal" /> Ready
          <span className="studio:ms-2.5 studio:size-2.5 studio:rounded-s studio:bg-danger" /> Failed
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
    <table className="studio:mt-2 studio:w-full studio:max-w-sm studio:text-end studio:tabular-nums">
      <thead>
        <tr className="studio:text-muted">
          {['Hour from', 'Ready', 'Failed'].map((title) => (
            <th key={title} scope="col" className="studio:py-1 studio:font-normal studio:first:text-start">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.toReversed().map(({ from, ready, failed }) => (
          <tr key={from} className="studio:border-t studio:border-line">
            <th scope="row" className="studio:py-1 studio:text-start studio:font-normal">
              {hourOf(from)}
            </th>
            <td>{ready}</td>
            <td>{failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
