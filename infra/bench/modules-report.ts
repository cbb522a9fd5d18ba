import type { Compared, ModuleMarks } from './modules.ts'
import { machine, table } from './report.ts'

const COLD_VIEW = 1.1
const COLD_PAINT = 1.15
const WARM_MS = 50
const NEXT_PAGE_MS = 1000
const OPEN_TAB_MS = 5000

const ms = (value: number) => `${value.toFixed(0)} ms`
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

const differenceRow = (page: string, figure: string, { separate, mono, more }: Compared, most: number) => [
  page,
  figure,
  ms(separate),
  ms(mono),
  `${more >= 0 ? '+' : '−'} ${ms(Math.abs(more))}`,
  `+ ${ms(most)}`,
  verdict(more <= most),
]

export const writeModules = ({ rounds, load, pages, pointer }: ModuleMarks) => {
  const rows = pages.flatMap(({ page, painted, arrived, again }) => [
    ratioRow(page, 'shell painted, first visit', painted, COLD_PAINT),
    ratioRow(page, 'page of the module, first visit', arrived, COLD_VIEW),
    differenceRow(page, 'page of the module, second visit', again, WARM_MS),
  ])
  const reached = [
    [
      'the next page that anybody opens',
      ms(pointer.nextPage),
      ms(NEXT_PAGE_MS),
      verdict(pointer.nextPage <= NEXT_PAGE_MS),
    ],
    ['a page that stands open', ms(pointer.openTab), ms(OPEN_TAB_MS), verdict(pointer.openTab <= OPEN_TAB_MS)],
  ]
  return `# Last result of \`npm run bench -- --only modules\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

The product as separate builds, against the same sources as one build (\`npm run build:mono\`): one gateway and one
catalogue, people who are shown the one or the other in turn. Chromium, 360 × 740, processor at a quarter, 9 Mbit/s,
100 ms there and back; medians of ${rounds} visits with an empty cache, and of ${rounds} that
follow them. The difference is the median of what two visits differ by that were made one right after the other. Load of
the machine: ${load.map((one) => one.toFixed(1)).join(' before, ')} after.

${table(['page', 'figure', 'separate', 'as one', 'difference', 'most', ''], rows)}

A team switches its module off. Until it is so in … (the slowest of five):

${table(['', 'measured', 'most', ''], reached)}
`
}
