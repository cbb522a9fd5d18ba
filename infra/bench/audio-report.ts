import { machine, ratio, table } from './report.ts'
import type { StreamResult } from './streams.ts'
import type { Moved, UploadResult } from './uploads.ts'

const over = (ours: Moved, theirs: Moved | undefined, what: keyof Moved) =>
  theirs === undefined ? '–' : ratio(ours[what] / theirs[what])

const figure = (moved: Moved | undefined) =>
  moved === undefined ? '–' : `${moved.cpu.toFixed(2)}, ${Math.round(moved.rate)}`

const uploadTable = ({ form, resumable, plain }: UploadResult) =>
  table(
    ['100 MB', 'CPU, ours / plain', 'rate, ours / plain', 'ours: s a GB, MB a second', 'plain: s a GB, MB a second'],
    Object.entries({ form, resumable }).map(([name, ours]) => [
      name,
      over(ours, plain, 'cpu'),
      over(ours, plain, 'rate'),
      figure(ours),
      figure(plain),
    ]),
  )

const streamTable = (streams: StreamResult[]) =>
  table(
    [
      'stream',
      'CPU, send / nginx',
      'CPU, bare Node / nginx',
      'CPU, nginx that copies / nginx',
      'CPU, accel / nginx',
      'send: s a GB, MB a second',
      'bare Node',
      'nginx that copies',
      'accel',
      'nginx',
    ],
    streams.map(({ job, send, bare, copying, accel, nginx }) => [
      job,
      over(send, nginx, 'cpu'),
      over(bare, nginx, 'cpu'),
      copying === undefined ? '–' : over(copying, nginx, 'cpu'),
      accel === undefined ? '–' : over(accel, nginx, 'cpu'),
      figure(send),
      figure(bare),
      figure(copying),
      figure(accel),
      figure(nginx),
    ]),
  )

export interface AudioReport {
  uploads: UploadResult
  streams: StreamResult[]
}

export const writeAudioReport = ({ uploads, streams }: AudioReport) => `# Last result of \`npm run bench:audio\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

**ours** is signed in and through the gateway: gateway and media service as shipped. **plain** is a bare Node server that
writes the same bytes to the same disk and waits for it; nobody is asked, nothing is counted or hashed. **nginx** sends
the same file with sendfile and asks nobody. sendfile copies no byte and Node has no such thing, so Node copies each one
twice: out of the file and into the socket. **nginx that copies** is nginx with sendfile turned off, which is what that
costs anybody; **bare Node** is the least that Node can do with the same file: it reads and writes 2 MiB at a time,
asks nobody and checks nothing. Browsers ask for all of a file, or for all **from** a place **on**; ranges of 1 MiB are what the
most frugal players ask for, and the dearest. What has to be cheaper is sent by nginx (\`MEDIA_DELIVERY=accel\`). In turns; medians.
Ratios are what counts; less is better for CPU.

## Uploads

${uploadTable(uploads)}

SHA-256 alone takes ${uploads.hashing.toFixed(2)} s of CPU a gigabyte here, and is part of ours: what is stored is compared with it for ever.

While ${uploads.atOnce} upload 100 MB each at once, gateway and media grow by ${Math.round(uploads.growth / 2 ** 20)} MB together.

## Streams

${streamTable(streams)}
`
