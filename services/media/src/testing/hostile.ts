import { readFile } from 'node:fs/promises'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { film, manyTracks, recording, recordingWithCover } from './audio.ts'
import { id3, id3Frame, id3Picture, id3Text, manyFrames, placeOf, seeded, withLastGranule, written } from './bytes.ts'

/** A malicious file and its expected result. */
export interface HostileFile {
  /** The number in the tables of the threat model. */
  number: number
  name: string
  bytes: Buffer
  ends: 'ready' | 'failed' | 'either'
  /** The expected duration of a file that becomes ready. */
  seconds?: number
}

const SECONDS = 5
const NOT_OURS = '/etc/hostname'

const text = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)

/** Generates one file of each kind. No file may cause a request to `canary`. */
export const hostileFiles = async (canary: string): Promise<HostileFile[]> => {
  const [mp3, wav, ogg, flac, m4a, alac, aac, opus] = await inTurn(
    (['mp3', 'wav', 'ogg', 'flac', 'm4a', 'alac', 'aac', 'opus'] as const).map(
      (recipe) => () => recording(recipe, SECONDS),
    ),
  )
  const files: HostileFile[] = []
  const add = (number: number, ends: HostileFile['ends'], named: Record<string, Buffer>, seconds?: number) => {
    for (const [name, bytes] of Object.entries(named))
      files.push({ number, name, bytes, ends, ...(seconds && { seconds }) })
  }

  add(
    1,
    'ready',
    {
      'a.mp3': mp3,
      'a.wav': wav,
      'a.ogg': ogg,
      'a.flac': flac,
      'a.m4a': m4a,
      'alac.m4a': alac,
      'a.aac': aac,
      'opus.ogg': opus,
    },
    SECONDS,
  )
  add(
    7,
    'ready',
    {
      'cover.mp3': await recordingWithCover(SECONDS),
      'wide-cover.mp3': Buffer.concat([id3(id3Picture('image/png', plainPicture(30_000, 1))), mp3]),
    },
    SECONDS,
  )
  add(8, 'failed', playlists(canary))
  const { failing, ready } = wrongHeaders({ wav, flac, m4a, mp3, ogg })
  add(14, 'ready', ready, SECONDS)
  add(14, 'failed', failing)
  add(19, 'failed', { ...brokenWavs(wav), ...strangeRates(wav, await recording('mov', SECONDS)) })

  add(25, 'failed', { 'one-byte.mp3': Buffer.from([0xff]), 'no-moov.m4a': withoutMoov(m4a) })
  add(26, 'ready', { 'half.mp3': mp3.subarray(0, mp3.length / 2) }, SECONDS / 2)
  add(27, 'either', {
    'changed.mp3': changed(mp3, 400),
    'changed.flac': changed(flac, 400),
    'changed.m4a': changed(m4a, 400),
  })
  add(28, 'failed', {
    'noise.mp3': changed(Buffer.alloc(1_000_000), 4_000_000),
    'zeros.mp3': Buffer.alloc(10_000_000),
    'empty-frames.mp3': Buffer.alloc(1_000_000, Buffer.from([0xff, 0xfb, 0x90, 0x64])),
    'program.mp3': await readFile('/bin/true'),
  })
  add(34, 'failed', { 'tags-100000.mp3': Buffer.concat([manyFrames(100_000), mp3]) })
  add(34, 'either', { 'tags-12500.mp3': Buffer.concat([manyFrames(12_500), mp3]) }, SECONDS)
  add(34, 'ready', { 'tags-twice.mp3': Buffer.concat([manyFrames(600), manyFrames(600), mp3]) }, SECONDS)
  add(35, 'failed', { 'tracks.m4a': await manyTracks(200) })
  add(36, 'failed', {
    'film.m4a': await film(),
    'matroska.mp3': await recording('matroska', SECONDS),
    'aiff.wav': await recording('aiff', SECONDS),
  })
  add(36, 'ready', { 'mulaw.wav': await recording('mulaw', SECONDS) }, SECONDS)
  add(37, 'ready', strangeTags(mp3), SECONDS)
  add(
    38,
    'ready',
    {
      'page.mp3': Buffer.concat([id3(id3Frame('PRIV', text('<html><script>alert(1)</script></html>'))), mp3]),
      'archive.mp3': Buffer.concat([mp3, Buffer.from('PK\x03\x04'), Buffer.alloc(500)]),
    },
    SECONDS,
  )
  add(38, 'either', { 'gif.mp3': Buffer.concat([Buffer.from('GIF89a\x01\x00\x01\x00'), mp3]) })
  add(38, 'failed', {
    'drawing.mp3': text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'page-only.mp3': text('<!doctype html><script>alert(1)</script>'),
  })
  for (const name of STRANGE_NAMES) add(39, 'ready', { [name]: mp3 }, SECONDS)
  add(40, 'ready', { 'padded.mp3': Buffer.concat([id3(Buffer.alloc(6_000_000)), mp3]) }, SECONDS)
  add(40, 'ready', { 'joined.mp3': Buffer.concat([mp3, mp3]), 'chained.ogg': Buffer.concat([ogg, ogg]) }, SECONDS * 2)
  add(40, 'ready', { 'vbr.mp3': await recording('mp3', SECONDS, ['-q:a', '4', '-write_xing', '0']) }, SECONDS)
  add(40, 'either', { 'endless-tag.mp3': Buffer.concat([id3(Buffer.alloc(1_000), 2 ** 28 - 1), mp3]) })
  return files
}

/** Large and slow files, for the long run only. */
export const hugeFiles = async (): Promise<HostileFile[]> => {
  const low = await recording('mp3', 10, ['-ar', '8000', '-b:a', '8k', '-write_xing', '0', '-id3v2_version', '0'])
  const day = Buffer.concat(Array.from({ length: 8_400 }, () => low))
  return [
    { number: 32, name: 'day.mp3', bytes: day, ends: 'ready' },
    { number: 32, name: 'longer.mp3', bytes: Buffer.concat([day, day.subarray(0, day.length / 20)]), ends: 'failed' },
    { number: 35, name: 'thousand.m4a', bytes: await manyTracks(1_000), ends: 'failed' },
    {
      number: 40,
      name: 'padded.mp3',
      bytes: Buffer.concat([id3(Buffer.alloc(60_000_000)), low]),
      ends: 'ready',
      seconds: 10,
    },
  ]
}

/** Generates the files one after another, to save CPU. */
const inTurn = async <Result>(makers: (() => Promise<Result>)[]) => {
  const made: Result[] = []
  for (const make of makers) made.push(await make())
  return made as Result[] & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, Result>
}

const playlists = (canary: string) => {
  const playlist = (address: string) =>
    text('#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXTINF:10,', address, '#EXT-X-ENDLIST')
  const dash = text(
    '<?xml version="1.0"?>',
    '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet>',
    `<Representation id="1" bandwidth="1"><BaseURL>${canary}/dash</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  )
  return {
    'playlist-file.mp3': playlist(`file://${NOT_OURS}`),
    'playlist-web.mp3': playlist(`${canary}/segment.mp3`),
    'playlist-self.m4a': playlist('playlist-self.m4a'),
    'list-here.mp3': text('ffconcat version 1.0', "file 'other.mp3'"),
    'list-there.mp3': text('ffconcat version 1.0', `file '${NOT_OURS}'`, `file '${canary}/list'`),
    'dash.m4a': dash,
  }
}

/** Headers that declare a wrong length. */
const wrongHeaders = ({ wav, flac, m4a, mp3, ogg }: Record<'wav' | 'flac' | 'm4a' | 'mp3' | 'ogg', Buffer>) => {
  const most = [0x7f, 0xff, 0xff, 0xff]
  const movie = placeOf(m4a, 'mvhd')
  const media = placeOf(m4a, 'mdhd')
  const xing = mp3.indexOf('Xing') >= 0 ? placeOf(mp3, 'Xing') : placeOf(mp3, 'Info')
  const ready = {
    'wrong-length.wav': written(wav, [placeOf(wav, 'data') + 4, [0xf0, 0xff, 0xff, 0xff]]),
    // Samples in all: 36 bits that end the fixed part of STREAMINFO. These are 95 seconds.
    'wrong-length.flac': written(flac, [21, [flac[21] ?? 0, 0, 0x40, 0, 0]]),
    // ffprobe takes the length from the samples.
    'wrong-length.m4a': written(m4a, [movie + 20, most], [media + 20, most]),
    'before-it-began.ogg': withLastGranule(ogg, -2n),
  }
  // More than 24 hours, or less than 8 kbit/s.
  const failing = {
    'wrong-length-far.flac': written(flac, [21, [(flac[21] ?? 0) | 0x0f, 0xff, 0xff, 0xff, 0xff]]),
    'wrong-length.mp3': written(mp3, [xing + 8, most]),
    'wrong-length.ogg': withLastGranule(ogg, 2n ** 50n),
  }
  return { ready, failing }
}

const brokenWavs = (wav: Buffer) => ({
  'no-rate.wav': written(wav, [24, [0, 0, 0, 0]]),
  'high-rate.wav': written(wav, [24, [0xff, 0xff, 0xff, 0xff]]),
  'no-channels.wav': written(wav, [22, [0, 0]]),
  'many-channels.wav': written(wav, [22, [0xff, 0xff]]),
  'header.wav': wav.subarray(0, placeOf(wav, 'data') + 8),
  'part-of-header.wav': wav.subarray(0, 40),
})

/** Sample rates with which filters of ffmpeg 5.1 write outside of their memory. */
const strangeRates = (wav: Buffer, mov: Buffer) => {
  const wavWith = (rate: number) => {
    const bytes = Buffer.from(wav)
    bytes.writeUInt32LE(rate, 24)
    return bytes
  }
  return {
    'rate-1.wav': wavWith(1),
    'rate-7999.wav': wavWith(7_999),
    'rate-384001.wav': wavWith(384_001),
    'rate-2147483647.wav': wavWith(2 ** 31 - 1),
    'rate-4-ghz.wav': wavWith(4_000_000_000),
    // The rate of the sample description, as 16.16 fixed point.
    'rate-1.m4a': written(mov, [placeOf(mov, 'sowt') + 28, [0, 1, 0, 0]]),
  }
}

/** A file whose index, at its end, was cut off. */
const withoutMoov = (m4a: Buffer) => m4a.subarray(0, placeOf(m4a, 'moov') - 4)

const changed = (bytes: Buffer, times: number) => {
  const random = seeded(times + bytes.length)
  const copy = Buffer.from(bytes)
  for (let change = 0; change < times; change += 1)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
  return copy
}

const strangeTags = (mp3: Buffer) => {
  const tagged = (...frames: Buffer[]) => Buffer.concat([id3(Buffer.concat(frames)), mp3])
  return {
    'script.mp3': tagged(id3Text('TIT2', '<script>alert(1)</script>'), id3Text('TPE1', '{{7*7}}')),
    'lines.mp3': tagged(id3Text('TIT2', 'x\r\nlevel=error msg="owned"\n[FORMAT]\nduration=86400\n[/FORMAT]')),
    'escape.mp3': tagged(
      id3Text('TIT2', '\u001b[2J\u202egnp.exe\u0007'),
      id3Text('TALB', Buffer.from([0xff, 0xfe, 0xc0, 0x80])),
    ),
    'long-title.mp3': tagged(id3Text('TIT2', Buffer.alloc(1_000_000, 'x'))),
    'report.mp3': tagged(id3Text('TIT2', 'lavfi.r128.I=-1.000\nlavfi.r128.LRA=99.000')),
  }
}

const STRANGE_NAMES = [
  '-i.mp3',
  'a%03d.mp3',
  'concat:x.mp3',
  '../../../tmp/x.mp3',
  `${'ü'.repeat(300)}.mp3`,
  '\u202e3pm.exe',
  'CON.mp3',
  '$(id).mp3',
  "';drop table media_file;--.mp3",
]
