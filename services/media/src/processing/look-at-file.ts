import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProbeAnswer } from './audio-facts.ts'
import { muxerFor } from './container.ts'
import { type Tags, walkTags } from './id3-frames.ts'
import { ForeignPicture, type ProbeInput, probeFile } from './probe-file.ts'
import { notAudio } from './rejected.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

const SOUND_ONLY = 'sound-only'
const WALL_MS = 60_000

/** What a file is, for one with tags and pictures of any kind. */
export const lookAtFile = async (input: ProbeInput): Promise<ProbeAnswer> => {
  const tags = await walkTags(input.dir, input.name)
  try {
    return await probeFile(input)
  } catch (error) {
    if (!(error instanceof ForeignPicture)) throw error
    input.say('a picture of a kind that we do not open: its sound is looked at alone')
    return probeSoundOnly(input, tags)
  }
}

/** Copies the sound out, which opens no picture, and asks about the copy. */
const probeSoundOnly = async (input: ProbeInput, tags: Tags) => {
  const muxer = await muxerFor(input.dir, input.name, tags)
  if (muxer === undefined) throw notAudio('a picture, and no container that we know')
  try {
    await runFfmpeg({ ...input, wallMs: WALL_MS }, (command) =>
      command.output(join(input.dir, SOUND_ONLY)).outputOptions(['-map', '0:a:0', '-c', 'copy']).format(muxer),
    )
    return await probeFile({ ...input, name: SOUND_ONLY })
  } finally {
    await rm(join(input.dir, SOUND_ONLY), { force: true })
  }
}
