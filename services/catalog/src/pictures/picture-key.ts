import type { COVER_SIZES } from '@griot/contracts/catalog/covers'

export type PictureSize = (typeof COVER_SIZES)[number]

/** Where the store has a picture, whatever its kind. */
export const pictureKey = (pictureId: string, size: PictureSize) => `covers/${pictureId}/${size}.webp`
