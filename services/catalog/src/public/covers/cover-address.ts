import { Id } from '@griot/contracts/values'
import type { JpegForm } from '../../pictures/upload-picture.ts'

/** An uploaded cover, or the drawn cover of a podcast with one version of its title. */
export type CoverName = { pictureId: string } | { podcastId: string; titleVersion: number }

/** The id of a podcast's cover in public addresses. It changes whenever the picture changes. */
export const publicCoverId = (podcast: { id: string; coverId: string | null; titleVersion: number }) =>
  podcast.coverId ?? `${podcast.id}-${podcast.titleVersion}`

const ADDRESS = /^(?<id>.{36})(-(?<titleVersion>0|[1-9]\d{0,8}))?(?<preview>-preview)?\.jpg$/

/** The cover and form that the last part of an address names. Undefined if it is malformed. */
export const parseCoverAddress = (file: string): { cover: CoverName; form: JpegForm } | undefined => {
  const { id, titleVersion, preview } = ADDRESS.exec(file)?.groups ?? {}
  const known = Id.safeParse(id)
  if (!known.success) return undefined
  return {
    cover:
      titleVersion === undefined
        ? { pictureId: known.data }
        : { podcastId: known.data, titleVersion: Number(titleVersion) },
    form: preview === undefined ? 'square' : 'preview',
  }
}
