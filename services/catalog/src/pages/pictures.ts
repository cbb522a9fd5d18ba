import { GetPodcastCover, GetUploadedCover } from '@griot/contracts/catalog/covers'
import { pathFor } from '@griot/contracts/endpoint'
import { coverPreviewPath } from '@griot/contracts/public-addresses'
import { publicCoverId } from '../public/covers/cover-address.ts'
import type { PublicShow } from './pages.queries.ts'
import type { Site } from './site.ts'

type Covered = Pick<PublicShow, 'id' | 'coverId' | 'titleVersion'>

/** The cover as a page shows it: small, or a drawing. */
export const coverOf = ({ id, coverId, titleVersion }: Covered) =>
  coverId === null
    ? pathFor(GetPodcastCover, { params: { id }, query: { v: titleVersion || undefined } })
    : pathFor(GetUploadedCover, { params: { id, coverId, size: '480' } })

/** 1200 × 630 pixels, for link previews. */
export const previewPictureOf = ({ origin }: Site, show: Covered) => origin + coverPreviewPath(publicCoverId(show))
