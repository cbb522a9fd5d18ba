import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openAudioHouse } from './audio-house.ts'
import { writeAudioReport } from './audio-report.ts'
import { endChildrenOnSignal } from './end-on-signal.ts'
import { benchStreams } from './streams.ts'
import { benchUploads } from './uploads.ts'

/** `npm run bench:audio`; `-- --quick` keeps the written result as it is. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

endChildrenOnSignal()
const house = await openAudioHouse()
try {
  const send = await house.startGateway('send')
  const accel = await house.startGateway('accel')
  process.stdout.write('Uploads\n')
  const uploads = await benchUploads(house, send)
  process.stdout.write('Streams\n')
  const streams = await benchStreams(house, { send, accel })
  const report = writeAudioReport({ uploads, streams })
  process.stdout.write(`\n${report}`)
  if (!values.quick) writeFileSync(new URL('last-result-audio.md', import.meta.url), report)
} finally {
  await house.close()
}
