import type { FullPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import type { FeedTxt, FundingLink } from '@griot/contracts/catalog/show-details'
import { changedValues } from './changed-values.ts'
import { type CreditValues, creditsOf, creditValues } from './credit-values.ts'

/** The details of a new show, as the form has them. */
export const EMPTY_DETAILS = {
  descriptionHtml: '',
  language: 'en',
  isExplicit: false,
  author: '',
  website: '',
  copyright: '',
  license: '',
  licenseUrl: '',
  isComplete: false,
  isLocked: true,
  appleCategory: '',
  appleSubcategory: '',
  funding: [] as FundingLink[],
  people: [] as CreditValues[],
  txt: [] as FeedTxt[],
}
export type ShowValues = typeof EMPTY_DETAILS

/** Without those that are not below "More details". */
export const MORE_FIELDS = Object.keys(EMPTY_DETAILS).filter((name) => name !== 'descriptionHtml')

export const showValuesOf = (podcast: Podcast & Partial<FullPodcast>): ShowValues => ({
  descriptionHtml: podcast.descriptionHtml ?? '',
  language: podcast.language ?? 'en',
  isExplicit: podcast.isExplicit ?? false,
  author: podcast.author ?? '',
  website: podcast.website ?? '',
  copyright: podcast.copyright ?? '',
  license: podcast.license ?? '',
  licenseUrl: podcast.licenseUrl ?? '',
  isComplete: podcast.isComplete ?? false,
  isLocked: podcast.isLocked ?? true,
  appleCategory: podcast.appleCategory ?? '',
  appleSubcategory: podcast.appleSubcategory ?? '',
  funding: podcast.funding ?? [],
  people: creditValues(podcast.people ?? []),
  txt: podcast.txt ?? [],
})

/** The changed details as the API takes them. */
export const changedDetails = (values: ShowValues, saved: ShowValues) => {
  const { appleCategory, appleSubcategory, people, ...others } = changedValues(values, saved)
  return {
    ...others,
    ...(appleCategory !== undefined && { appleCategory: appleCategory || null }),
    ...(appleSubcategory !== undefined && { appleSubcategory: appleSubcategory || null }),
    ...(people !== undefined && { people: creditsOf(people) }),
  }
}
