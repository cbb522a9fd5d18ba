import { appleSubcategories } from '@griot/contracts/catalog/apple-categories'
import { needsLicenseUrl, type ShowDetailsInput } from '@griot/contracts/catalog/show-details'
import { feedPath } from '@griot/contracts/public-addresses'
import { emptySql, joinSql, rawSql, type Sql, sql } from '@griot/service-kit/db/db'
import { invalid } from '@griot/service-kit/http/errors'
import { v5 as uuidV5 } from 'uuid'
import type { Catalog } from '../catalog.ts'
import { describedBy } from '../html/notes-html.ts'

/** The namespace of `podcast:guid`. */
const FEED_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

export type Place = Pick<Catalog['publicOrigin'], 'origin'>

/** The `podcast:guid` of the feed of a new podcast. */
export const newFeedGuid = ({ origin }: Place, podcastId: string) => feedGuidOf(`${origin}${feedPath(podcastId)}`)

/** UUIDv5 of the address of a feed without scheme and trailing slashes. */
export const feedGuidOf = (address: string) =>
  uuidV5(address.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, ''), FEED_NAMESPACE)

/** Columns with values that every field of the API can be written to as it is. */
const COLUMNS = {
  descriptionHtml: 'description_html',
  language: 'language',
  isExplicit: 'explicit',
  author: 'author',
  website: 'website',
  copyright: 'copyright',
  license: 'license',
  licenseUrl: 'license_url',
  isComplete: 'is_complete',
  isLocked: 'locked',
  appleCategory: 'apple_category',
  appleSubcategory: 'apple_subcategory',
  funding: 'funding',
  people: 'people',
  txt: 'txt',
} as const satisfies Record<keyof ShowDetailsInput, string>

/** Assignments of the given fields, each with a comma behind it. */
export const assignDetails = (given: ShowDetailsInput): Sql => {
  const assignments = Object.entries(COLUMNS).flatMap(([field, column]) => {
    const value = given[field as keyof ShowDetailsInput]
    if (value === undefined) return []
    return Array.isArray(value)
      ? [sql`${rawSql(column)} = ${JSON.stringify(value)}::jsonb, `]
      : [sql`${rawSql(column)} = ${value}, `]
  })
  return assignments.length === 0 ? emptySql : joinSql(assignments, '')
}

export const detailColumns = sql`
  p.description_html as "descriptionHtml", p.language, p.explicit as "isExplicit", p.author, p.website, p.copyright,
  p.license, p.license_url as "licenseUrl", p.is_complete as "isComplete", p.locked as "isLocked",
  p.apple_category as "appleCategory", p.apple_subcategory as "appleSubcategory", p.funding, p.people, p.txt,
  p.feed_guid as "feedGuid", p.new_feed_url as "newFeedUrl", p.imported_from as "importedFrom",
  p.feed_changed_at as "feedChangedAt"
`

interface Before {
  description: string
  appleCategory: string | null
  appleSubcategory: string | null
  license: string | null
  licenseUrl: string | null
}

export const NOTHING_BEFORE: Before = {
  description: '',
  appleCategory: null,
  appleSubcategory: null,
  license: null,
  licenseUrl: null,
}

type Given = ShowDetailsInput & { description?: string | undefined }

/**
 * The fields as they are stored: HTML is sanitized and its text becomes the description, and fields that contradict the given
 * ones are cleared. Throws 400 for a combination that no directory accepts.
 */
export const checkDetails = <Fields extends Given>(before: Before, given: Fields): Fields => {
  const { description, descriptionHtml: html } = given
  const described = describedBy('descriptionHtml', before.description, { description, html })
  const checked = { ...given, ...described, ...categoryOf(before, given) }
  const { license = before.license, licenseUrl = before.licenseUrl } = given
  if (needsLicenseUrl(license) && licenseUrl === null) {
    throw invalid({ licenseUrl: 'Please enter the address of this license.' })
  }
  return checked
}

const categoryOf = (before: Before, { appleCategory, appleSubcategory }: Given) => {
  const category = appleCategory === undefined ? before.appleCategory : appleCategory
  const allowed = appleSubcategories(category)
  if (appleSubcategory && !allowed.includes(appleSubcategory)) {
    throw invalid({
      appleSubcategory: `${category ?? 'The proposed category'} has no subcategory ${appleSubcategory}.`,
    })
  }
  const keepsOld = appleSubcategory !== undefined || before.appleSubcategory === null
  return keepsOld || allowed.includes(before.appleSubcategory ?? '') ? {} : { appleSubcategory: null }
}
