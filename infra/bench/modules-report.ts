import type { ModuleMarks } from './modules.ts'
import { BUDGETS, type Figure, type Figures } from './modules-budgets.ts'
import type { Compared } from './modules-compared.ts'
import { machine, table } from './report.ts'

const COLD_VIEW = 1.1
const COLD_PAINT = 1.15
const WARM_VIEW = 1.05
const WARM_MS = 50

const ms = (value: number) => `${value.toFixed(0)} ms`
const signed = (value: number) => `${value >= 0 ? '+' : '−'} ${Math.abs(value).toFixed(0)}`
const verdict = (isKept: boolean) => (isKept ? 'kept' : 'missed')

const ratioRow = (page: string, figure: string, { separate, mono, ratio }: Compared, most: number) => [
  page,
  figure,
  ms(separate),
  ms(mono),
  `× ${ratio.toFixed(2)}`,
  `× ${most.toFixed(2)}`,
  verdict(ratio <= most),
]

const differenceRow = (page: string, figure: string, { separate, mono, more, bounds }: Compared, most: number) => [
  page,
  figure,
  ms(separate),
  ms(mono),
  `${signed(more)} ms (${bounds.map(signed).join(' to ')})`,
  `+ ${ms(most)}`,
  verdict(more <= most),
]

const budgetRow = (name: Figure, measured: Figures) => {
  const { figure, most, write } = BUDGETS[name]
  return [figure, write(measured[name]), write(most), verdict(measured[name] <= most)]
}

export const writeModules = ({ rounds, load, pages, figures }: ModuleMarks) => {
  const rows = pages.flatMap(({ page, painted, arrived, again }) => [
    ratioRow(page, 'shell painted, first visit', painted, COLD_PAINT),
    ratioRow(page, 'page of the module, first visit', arrived, COLD_VIEW),
    differenceRow(page, 'page of the module, later visits', again, WARM_MS),
    ratioRow(page, 'the same as a ratio', again, WARM_VIEW),
  ])
  const names = Object.keys(BUDGETS) as Figure[]
  return `# Last result of \`npm run bench -- --only modules\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

The product as separate builds, against the same sources as one build (\`npm run build:mono\`): one gateway and one
catalogue, people who are shown the one or the other in turn. Chromium, 360 × 740, processor at a quarter, 9 Mbit/s,
100 ms there and back; medians of ${rounds} visits with an empty cache, and of three that follow each of
them; a round before is not counted. The difference is the median of what two visits differ by that were made one right
after the other, and in brackets where that median lies 95 of 100 times. Load of the machine: ${load.map((one) => one.toFixed(1)).join(' before, ')} after.

${table(['page', 'figure', 'separate', 'as one', 'difference', 'most', ''], rows)}

What a module may cost besides, on the same phone unless a computer is named:

${table(
  ['figure', 'measured', 'most', ''],
  names.map((name) => budgetRow(name, figures)),
)}
`
}
