import type { EpisodeKind } from '@griot/contracts/catalog/episode-details'
import type { FullEpisode } from '@griot/contracts/catalog/episodes'
import { fromLocal, toLocal } from '../local-time.ts'
import { changedValues } from './changed-values.ts'
import { type CreditValues, creditsOf, creditValues } from './credit-values.ts'

/** The details of a new episode, as the form has them. */
export const EMPTY_DETAILS = {
  notesHtml: '',
  hasNumber: true,
  season: '',
  kind: 'full' as EpisodeKind,
  /** Empty: as the show. */
  isExplicit: '' as '' | 'yes' | 'no',
  /** They replace those of the show. */
  hasPeople: false,
  people: [] as CreditValues[],
  guid: '',
  /** The value of a `datetime-local` field; empty: the time of the first publication. */
  releaseDate: '',
}
export type DetailValues = typeof EMPTY_DETAILS

/** Without those that are not below "More details". */
export const MORE_FIELDS = Object.keys(EMPTY_DETAILS).filter((name) => name !== 'notesHtml')

const EXPLICIT = { true: 'yes', false: 'no', null: '' } as const

export const detailValuesOf = (episode: FullEpisode): DetailValues => ({
  notesHtml: episode.notesHtml ?? '',
  hasNumber: episode.episodeNumber !== null,
  season: String(episode.season ?? ''),
  kind: episode.kind ?? 'full',
  isExplicit: EXPLICIT[`${episode.isExplicit ?? null}`],
  hasPeople: (episode.people ?? null) !== null,
  people: creditValues(episode.people ?? []),
  guid: episode.guid ?? '',
  releaseDate: episode.isBackdated ? toLocal(episode.releaseDate) : '',
})

/** The changed details as the API takes them. */
export const changedDetails = (values: DetailValues, saved: DetailValues) => {
  const { notesHtml, season, kind, isExplicit, guid, releaseDate, people, hasPeople } = changedValues(values, saved)
  return {
    ...(notesHtml !== undefined && { notesHtml }),
    ...(season !== undefined && { season: season === '' ? null : Number(season) }),
    ...(kind !== undefined && { kind }),
    ...(isExplicit !== undefined && { isExplicit: isExplicit === '' ? null : isExplicit === 'yes' }),
    ...(guid && { guid }),
    ...(releaseDate !== undefined && { releaseDate: releaseDate === '' ? null : fromLocal(releaseDate) }),
    ...((people ?? hasPeople) !== undefined && { people: values.hasPeople ? creditsOf(values.people) : null }),
  }
}
