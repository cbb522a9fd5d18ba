import { AT_ONCE, PEOPLE, type Processing, type Work } from './processing.ts'
import { machine, table } from './report.ts'

const lengthOf = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${seconds / 60} minutes`)

const cpuOf = ({ programs, worker, service, database }: Work) => programs + worker + service + database

const row = (who: string, files: number, work: Work) => [
  who,
  (files / work.wall).toFixed(2),
  ...[work.programs, work.worker, work.service, work.database, cpuOf(work)].map((part) =>
    ((part / files) * 1000).toFixed(0),
  ),
]

const rows = ({ files, seconds, queue, xargs }: Processing) => `## ${files} files of ${lengthOf(seconds)}

${table(
  ['', 'files a second', 'programs', 'worker', 'service', 'PostgreSQL', 'all of it'],
  [
    row('ours', files, queue),
    row(`xargs -P${AT_ONCE}`, files, xargs),
    [
      'ours / xargs',
      `${(xargs.wall / queue.wall).toFixed(2)}×`,
      '',
      '',
      '',
      '',
      `${(cpuOf(queue) / cpuOf(xargs)).toFixed(2)}×`,
    ],
  ],
)}
`

export const writeProcessing = (reports: Processing[]) => `# Last result of \`npm run bench:queue\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

Files from ${PEOPLE} people, all waiting when the worker begins, on the queue in PostgreSQL. **xargs** runs the same ffprobe
and ffmpeg commands, ${AT_ONCE} at a time as the worker does, and nothing else: no queue, no rows, no limits, no reading of what
they say. The two take turns, so that what else the machine does falls on both. In the columns behind the rate: CPU a
file, in ms, of ffprobe and ffmpeg with what starts them, and of whom else it takes.

${reports.map(rows).join('\n')}
The goal is a rate of at least 0.85 of that of xargs. When much else runs, the rates say little, and the CPU more.
`
