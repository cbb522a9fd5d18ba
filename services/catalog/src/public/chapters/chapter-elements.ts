import { chaptersInside } from '@griot/contracts/catalog/chapter-rules'
import type { Chapter } from '@griot/contracts/catalog/chapters'
import { chaptersPath } from '@griot/contracts/public-addresses'
import { element } from '../xml.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `00:02:48.000`. */
const clock = (seconds: number) => {
  // Rounded as a whole: 4.35 - 4 is a little less than 0.35.
  const millis = Math.round(seconds * 1000)
  const whole = Math.floor(millis / 1000)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two)
  return `${parts.join(':')}.${String(millis % 1000).padStart(3, '0')}`
}

interface EpisodeWithChapters {
  id: string
  chapters: readonly Chapter[] | null
  seconds: number
}

/** The elements of an item that name its chapters; none if the chapters file is missing. */
export const chapterElements = ({ id, chapters, seconds }: EpisodeWithChapters, at: (path: string) => string) => {
  const shown = chaptersInside(chapters ?? [], seconds)
  if (shown.length === 0) return []
  return [
    element('podcast:chapters', { url: at(chaptersPath(id)), type: 'application/json+chapters' }),
    element(
      'psc:chapters',
      { version: '1.2' },
      shown.map(({ start, title, url, img }) =>
        element('psc:chapter', { start: clock(start), title, href: url, image: img }),
      ),
    ),
  ]
}
