import type { EpisodeTags } from '@griot/contracts/events'

const MOST_CHAPTERS = 500
const MOST_CHARACTERS = 1_000

/** The name of an MP3 that we make has no control characters, which other programs could take for an end of the text. */
const cleaned = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)

/** The characters that have a meaning in ffmpeg's file of metadata. */
const escaped = (text: string) =>
  cleaned(text)
    // Some versions of ffmpeg take it for an escaped line end, even if it is escaped itself.
    .replace(/[\\\s]+$/, '')
    .replaceAll(/[\\=;#]/g, '\\$&')

const milliseconds = (seconds: number) => Math.round(seconds * 1_000)

/** The file of metadata from which ffmpeg writes the tags of an MP3. Chapters that do not begin within it are left out. */
export const metadataFile = ({ title, podcastTitle, chapters }: EpisodeTags, durationSeconds: number) => {
  const end = milliseconds(durationSeconds)
  const starts = chapters
    .map((chapter) => ({ title: chapter.title, at: milliseconds(chapter.start) }))
    .filter(({ at }, index, all) => at < end && at > (all[index - 1]?.at ?? -1))
    .slice(0, MOST_CHAPTERS)
  const lines = [';FFMETADATA1', `title=${escaped(title)}`, `album=${escaped(podcastTitle)}`]
  for (const [index, chapter] of starts.entries()) {
    const next = starts[index + 1]?.at ?? end
    lines.push('[CHAPTER]', 'TIMEBASE=1/1000', `START=${chapter.at}`, `END=${next}`, `title=${escaped(chapter.title)}`)
  }
  return `${lines.join('\n')}\n`
}
