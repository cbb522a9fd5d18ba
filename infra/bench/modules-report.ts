import type { ModuleMarks } from './modules.ts'
import { BUDGETS, type Figure, type Figures } from './modules-budgets.ts'
import type { Compared } from './modules-compared.ts'
import { machine, table } from './report.ts'

/** Of a first visit, compared with one build. */
const COLD = 1.15
/** Of a later visit. */
const WARM_MS = 50

const ms = (value: number) => `${value.toFixed(0)} ms`
const signed = (value: number) => `${value >= 0 ? '+' : '−'} ${Math.abs(value).toFixed(0)}`
const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')

const ratioRow = (page: string, figure: string, { separate, mono, ratio }: Compared, limit: number) => [
  page,
  figure,
  ms(separate),
  ms(mono),
  `× ${ratio.toFixed(2)}`,
  `× ${limit.toFixed(2)}`,
  verdict(ratio <= limit),
]

const differenceRow = (page: string, figure: string, { separate, mono, more, bounds }: Compared, limit: number) => [
  page,
  figure,
  ms(separate),
  ms(mono),
  `${signed(more)} ms (${bounds.map(signed).join(' to ')})`,
  `+ ${ms(limit)}`,
  verdict(more <= limit),
]

const budgetRow = (name: Figure, measured: Figures) => {
  const { figure, limit, write } = BUDGETS[name]
  return [figure, write(measured[name]), write(limit), verdict(measured[name] <= limit)]
}

export const writeModules = ({ rounds, load, pages, figures }: ModuleMarks) => {
  const rows = pages.flatMap(({ page, painted, arrived, again }) => [
    ratioRow(page, 'shell painted, first visit', painted, COLD),
    ratioRow(page, 'page of the module, first visit', arrived, COLD),
    differenceRow(page, 'page of the module, later visits', again, WARM_MS),
  ])
  const names = Object.keys(BUDGETS) as Figure[]
  return `# Last result of \`npm run bench -- --only modules\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

The product as separate builds, compared with one build of the same sources (\`npm run build:mono\`), on one gateway, with
alternating visits. Chromium, 360 × 740, CPU slowed down 4 times, 9 Mbit/s, 100 ms round trip; medians of ${rounds} visits with
an empty cache, and of three later visits after each; the first round is not counted. The difference is the median of the
differences between consecutive visits, with its 95 % confidence interval in brackets. Load average: ${load.map((value) => value.toFixed(1)).join(' before, ')} after.

${table(['page', 'figure', 'separate', 'as one', 'difference', 'limit', ''], rows)}

Other costs of modules, on the same phone unless a computer is named:

${table(
  ['figure', 'measured', 'limit', ''],
  names.map((name) => budgetRow(name, figures)),
)}
`
}
