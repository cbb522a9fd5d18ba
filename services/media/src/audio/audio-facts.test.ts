import { describe, expect, it } from 'vitest'
import { audioFacts, chooseBitrate, ProbeResult } from './audio-facts.ts'

const audio = { codec_type: 'audio', codec_name: 'mp3', sample_rate: '44100', channels: 2, bit_rate: '128000' }
const probed = (streams: unknown[], format: object = {}) =>
  ProbeResult.parse({ streams, format: { format_name: 'mp3', duration: '60.0', ...format } })

describe('the facts of an audio file', () => {
  it('come from its container and its first audio track', () => {
    expect(audioFacts(probed([audio], { format_name: 'mov,mp4,m4a,3gp,3g2,mj2' }))).toEqual({
      format: 'm4a',
      chapters: null,
      codec: 'mp3',
      sampleRate: 44_100,
      channels: 2,
      claimedBitrate: 128_000,
      claimedSeconds: 60,
      soundSeconds: 60,
      pictureStream: null,
      tags: { title: null, artist: null, album: null },
    })
  })

  it('include artwork, but a file with video, too many tracks or no audio is refused', () => {
    const cover = { codec_type: 'video', codec_name: 'png', disposition: { attached_pic: 1 } }
    expect(audioFacts(probed([cover, audio]))).toMatchObject({ codec: 'mp3', pictureStream: 0 })

    const read = (streams: unknown[], format?: object) => () => audioFacts(probed(streams, format))
    expect(read([audio, { ...cover, disposition: { attached_pic: 0 } }])).toThrow('video')
    expect(read(Array.from({ length: 9 }, () => audio))).toThrow('too many tracks')
    expect(read([cover])).toThrow('not audio')
    expect(read([audio], { format_name: 'png_pipe' })).toThrow('not audio')
  })

  it('include tags in any spelling, without control characters and cut to 200 characters', () => {
    const tagged = { ...audio, tags: { TITLE: 'Of the track', Artist: ' Ama \u0000\u202e Mensah ' } }

    expect(audioFacts(probed([tagged], { tags: { album: 'Stories', title: '\n' } })).tags).toEqual({
      title: null,
      artist: 'Ama   Mensah',
      album: 'Stories',
    })
    expect(audioFacts(probed([tagged])).tags.title).toBe('Of the track')
    expect(audioFacts(probed([audio], { tags: { title: 'x'.repeat(1_000_000) } })).tags.title).toHaveLength(200)
  })

  it.each(['0', '1', '7999', '384001', '4000000000', '99999999999', 'N/A', undefined])(
    'are refused with a sample rate of %s',
    (rate) => {
      expect(() => audioFacts(probed([{ ...audio, sample_rate: rate }]))).toThrow('unusual sample rate')
    },
  )

  it('are accepted with the lowest and the highest sample rate', () => {
    for (const rate of [8_000, 384_000]) {
      expect(audioFacts(probed([{ ...audio, sample_rate: String(rate) }])).sampleRate).toBe(rate)
    }
  })

  it('are null where a value of the header is out of range', () => {
    const absurd = { ...audio, channels: 0, bit_rate: 'N/A' }

    expect(audioFacts(probed([absurd], { duration: 'N/A', bit_rate: '-1' }))).toMatchObject({
      channels: null,
      claimedBitrate: null,
      claimedSeconds: null,
    })
  })
})

describe('the bitrate', () => {
  const facts = audioFacts(probed([audio]))

  it('is that of the header if its length is true', () => {
    expect(chooseBitrate(facts, 60.4, 1_000_000)).toBe(128_000)
  })

  it('is the average over the file if the header has a false length or no bitrate', () => {
    expect(chooseBitrate(facts, 30, 480_000)).toBe(128_000)
    expect(chooseBitrate({ ...facts, claimedBitrate: null }, 60, 960_000)).toBe(128_000)
  })
})
