import type { Marks } from './marks.ts'
import { machine, table } from './report.ts'

/** The limit and the target. */
interface Goal {
  limit: number
  target: number
  unit: string
}

const GOALS = {
  largestPaint: { limit: 2500, target: 1500, unit: 'ms' },
  shift: { limit: 0.05, target: 0.02, unit: '' },
  blocked: { limit: 300, target: 200, unit: 'ms' },
  interaction: { limit: 200, target: 100, unit: 'ms' },
  landingScript: { limit: 200, target: 120, unit: 'kB' },
  script: { limit: 300, target: 200, unit: 'kB' },
  steps: { limit: 5, target: 3, unit: '' },
  requested: { limit: 300, target: 100, unit: 'ms' },
  audible: { limit: 1000, target: 500, unit: 'ms' },
  longTasks: { limit: 2, target: 0, unit: '' },
} satisfies Record<string, Goal>

const format = (value: number, unit: string) =>
  `${value.toFixed(unit === '' && value % 1 !== 0 ? 3 : 0)}${unit === '' ? '' : ` ${unit}`}`

const row = (page: string, figure: string, value: number, { limit, target, unit }: Goal) => [
  page,
  figure,
  format(value, unit),
  format(limit, unit),
  format(target, unit),
  value <= target ? 'target' : value <= limit ? 'limit' : 'missed',
]

export const writeMarks = ({ pages, play, longTasksInPlay }: Marks) => {
  const rows = pages.flatMap(({ page, largestPaint, shift, blocked, interaction, scriptBytes, steps }) => [
    row(page, 'largest paint', largestPaint, GOALS.largestPaint),
    row(page, 'layout shift, worst', shift, GOALS.shift),
    row(page, 'blocked', blocked, GOALS.blocked),
    row(page, 'interaction', interaction, GOALS.interaction),
    row(page, 'scripts, compressed', scriptBytes / 1000, page === 'landing' ? GOALS.landingScript : GOALS.script),
    row(page, 'sequential requests to the heading', steps, GOALS.steps),
  ])
  rows.push(
    row('episode', 'play to audio request', play.requested, GOALS.requested),
    row('episode', 'play to sound', play.audible, GOALS.audible),
    row('episode', 'long tasks in 20 s of playback', longTasksInPlay, GOALS.longTasks),
  )
  return `# Last page measurements of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

The built product in Chromium, 360 × 740, CPU slowed down 4 times, 9 Mbit/s, 100 ms round trip, an empty cache for each
visit; medians of five visits.

${table(['page', 'figure', 'measured', 'limit', 'target', 'reached'], rows)}
`
}
