import type { AudioResult } from './open-audio.ts'
import { machine, table } from './report.ts'

const AUDIO_LIMIT = 1.3

/** The report of what apps and pages of other sites request. */
export const writeOpen = (audio: readonly AudioResult[]) => `# Last result of \`npm run bench -- --only open\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

## Audio

**accel**: \`/audio/{episodeId}.mp3\` of an hour at 128 kbit/s, with \`MEDIA_DELIVERY=accel\`: CPU of nginx, gateway, media and PostgreSQL. **nginx**: the
same nginx sends the same file without them. Alternating runs on 8 connections; medians. Limit for whole files: ${AUDIO_LIMIT}×.

${table(
  ['request', 'CPU, accel / nginx', 'accel: s a GB', 'nginx: s a GB'],
  audio.map(({ request, ours, nginx }) => [
    request,
    `${(ours / nginx).toFixed(2)}×`,
    ours.toFixed(3),
    nginx.toFixed(3),
  ]),
)}
`
