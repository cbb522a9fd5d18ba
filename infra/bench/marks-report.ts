import type { Marks } from './marks.ts'
import { machine, table } from './report.ts'

/** What must be, and what we aim for. */
interface Goal {
  must: number
  aim: number
  unit: string
}

const GOALS = {
  largestPaint: { must: 2500, aim: 1500, unit: 'ms' },
  shift: { must: 0.05, aim: 0.02, unit: '' },
  blocked: { must: 300, aim: 200, unit: 'ms' },
  interaction: { must: 200, aim: 100, unit: 'ms' },
  landingScript: { must: 200, aim: 120, unit: 'kB' },
  script: { must: 300, aim: 200, unit: 'kB' },
  steps: { must: 5, aim: 3, unit: '' },
  asked: { must: 300, aim: 100, unit: 'ms' },
  audible: { must: 1000, aim: 500, unit: 'ms' },
  longTasks: { must: 2, aim: 0, unit: '' },
} satisfies Record<string, Goal>

const shown = (value: number, unit: string) =>
  `${value.toFixed(unit === '' && value % 1 !== 0 ? 3 : 0)}${unit === '' ? '' : ` ${unit}`}`

const row = (page: string, figure: string, value: number, { must, aim, unit }: Goal) => [
  page,
  figure,
  shown(value, unit),
  shown(must, unit),
  shown(aim, unit),
  value <= aim ? 'aim' : value <= must ? 'must' : 'missed',
]

export const writeMarks = ({ pages, play, longTasksInPlay }: Marks) => {
  const rows = pages.flatMap(({ page, largestPaint, shift, blocked, interaction, scriptBytes, steps }) => [
    row(page, 'largest paint', largestPaint, GOALS.largestPaint),
    row(page, 'layout shift, worst', shift, GOALS.shift),
    row(page, 'blocked', blocked, GOALS.blocked),
    row(page, 'interaction', interaction, GOALS.interaction),
    row(page, 'scripts, compressed', scriptBytes / 1000, page === 'landing' ? GOALS.landingScript : GOALS.script),
    row(page, 'requests in turn to the heading', steps, GOALS.steps),
  ])
  rows.push(
    row('episode', 'play to audio asked for', play.asked, GOALS.asked),
    row('episode', 'play to sound', play.audible, GOALS.audible),
    row('episode', 'long tasks in 20 s of play', longTasksInPlay, GOALS.longTasks),
  )
  return `# Last marks of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

The shipped product in Chromium, 360 × 740, processor at a quarter, 9 Mbit/s, 100 ms there and back, every visit with an
empty cache; medians of five visits.

${table(['page', 'figure', 'measured', 'must', 'aim', 'reached'], rows)}
`
}
