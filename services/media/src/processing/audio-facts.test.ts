import { describe, expect, it } from 'vitest'
import { audioFacts, believedBitrate, ProbeAnswer } from './audio-facts.ts'

const audio = { codec_type: 'audio', codec_name: 'mp3', sample_rate: '44100', channels: 2, bit_rate: '128000' }
const probed = (streams: unknown[], format: object = {}) =>
  ProbeAnswer.parse({ streams, format: { format_name: 'mp3', duration: '60.0', ...format } })

describe('what a file says of itself', () => {
  it('is read from its container and its first track', () => {
    expect(audioFacts(probed([audio], { format_name: 'mov,mp4,m4a,3gp,3g2,mj2' }))).toEqual({
      format: 'm4a',
      codec: 'mp3',
      sampleRate: 44_100,
      channels: 2,
      claimedBitrate: 128_000,
      claimedSeconds: 60,
      pictureStream: null,
      tags: { title: null, artist: null, album: null },
    })
  })

  it('may hold a cover, but no film, not too many tracks and not nothing', () => {
    const cover = { codec_type: 'video', codec_name: 'png', disposition: { attached_pic: 1 } }
    expect(audioFacts(probed([cover, audio]))).toMatchObject({ codec: 'mp3', pictureStream: 0 })

    const refuse = (streams: unknown[], format?: object) => () => audioFacts(probed(streams, format))
    expect(refuse([audio, { ...cover, disposition: { attached_pic: 0 } }])).toThrow('video')
    expect(refuse(Array.from({ length: 9 }, () => audio))).toThrow('too many tracks')
    expect(refuse([cover])).toThrow('not audio')
    expect(refuse([audio], { format_name: 'png_pipe' })).toThrow('not audio')
  })

  it('names what it is about, however its container spells that', () => {
    const tagged = { ...audio, tags: { TITLE: 'Of the track', Artist: ' Ama \u0000\u202e Mensah ' } }

    expect(audioFacts(probed([tagged], { tags: { album: 'Stories', title: '\n' } })).tags).toEqual({
      title: null,
      artist: 'Ama   Mensah',
      album: 'Stories',
    })
    expect(audioFacts(probed([tagged])).tags.title).toBe('Of the track')
    expect(audioFacts(probed([audio], { tags: { title: 'x'.repeat(1_000_000) } })).tags.title).toHaveLength(200)
  })

  it('does not have to make sense', () => {
    const absurd = { ...audio, sample_rate: '99999999999', channels: 0, bit_rate: 'N/A' }

    expect(audioFacts(probed([absurd], { duration: 'N/A', bit_rate: '-1' }))).toMatchObject({
      sampleRate: null,
      channels: null,
      claimedBitrate: null,
      claimedSeconds: null,
    })
  })
})

describe('the bitrate', () => {
  const facts = audioFacts(probed([audio]))

  it('is the claimed one while the claimed length is true', () => {
    expect(believedBitrate(facts, 60.4, 1_000_000)).toBe(128_000)
  })

  it('is the average over the file when the header lies or is silent', () => {
    expect(believedBitrate(facts, 30, 480_000)).toBe(128_000)
    expect(believedBitrate({ ...facts, claimedBitrate: null }, 60, 960_000)).toBe(128_000)
  })
})
