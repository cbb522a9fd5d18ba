import type { EpisodeDetailsInput } from '@griot/contracts/catalog/episode-details'
import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { invalid } from '@griot/service-kit/http/errors'
import { describedBy } from '../html/notes-html.ts'

type Given = EpisodeDetailsInput & { description?: string | undefined }

interface Before {
  description: string
  status: EpisodeStatus
}

/** The fields as they are stored: HTML is sanitized and its text becomes the description. Throws 400 for an impossible date. */
export const checkDetails = <Fields extends Given>(before: Before, given: Fields): Fields => {
  checkReleaseDate(before.status, given.releaseDate)
  const { description, notesHtml: html } = given
  return { ...given, ...describedBy('notesHtml', before.description, { description, html }) }
}

const FIRST_YEAR = 1970

const checkReleaseDate = (status: EpisodeStatus, releaseDate: string | null | undefined) => {
  if (releaseDate == null) return
  if (status === 'scheduled') {
    throw invalid({ releaseDate: 'A scheduled episode is dated when it is published.' })
  }
  const time = new Date(releaseDate)
  if (time.getTime() > Date.now()) throw invalid({ releaseDate: 'Please choose a date in the past.' })
  if (time.getUTCFullYear() < FIRST_YEAR) throw invalid({ releaseDate: `Please choose a date since ${FIRST_YEAR}.` })
}
