import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProcessingFailure } from '../jobs/processing-failure.ts'
import { probeFile } from './probe-file.ts'
import { runFfmpeg, useFfmpeg } from './run-ffmpeg.ts'

let dir: string
let program: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-signals-'))
  program = join(dir, 'program')
  const { ffmpeg } = await findBinaries(process.env)
  // fluent-ffmpeg reads the formats and encoders first. The name of the input is the signal.
  const script = `#!/bin/sh
for last; do case "$last" in file:./*) exec sh -c "kill -\${last#file:./} \\$\\$" ;; esac; done
exec '${ffmpeg}' "$@"
`
  await writeFile(program, script)
  await chmod(program, 0o755)
  useFfmpeg({ ffmpeg: program })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const input = (name: string) => ({
  dir,
  name,
  signal: new AbortController().signal,
  log: () => {},
  jobClass: 'short' as const,
  addCpuSeconds: () => {},
})
const RUNS: [program: string, run: (name: string) => Promise<unknown>][] = [
  [
    'ffmpeg',
    (name) => runFfmpeg({ ...input(name), wallMs: 10_000 }, (command) => command.output('out.wav').format('wav')),
  ],
  ['ffprobe', (name) => probeFile({ command: program, ...input(name) })],
]

describe.each(RUNS)('%s that ends by a signal', (_, run) => {
  it.each(['SEGV', 'ABRT', 'BUS', 'FPE', 'ILL', 'XFSZ', 'XCPU'])(
    'fails the file permanently after SIG%s',
    async (name) => {
      const failure = await run(name).catch((error: unknown) => error)

      expect(failure).toBeInstanceOf(ProcessingFailure)
      expect(failure).toMatchObject({ isPermanent: true, detail: expect.stringContaining(`SIG${name}`) })
    },
  )

  it.each(['KILL', 'TERM'])('is retried after SIG%s', async (name) => {
    const failure = await run(name).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ProcessingFailure)
  })
})
