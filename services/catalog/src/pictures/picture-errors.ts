import { AppError } from '@griot/service-kit/http/errors'
import type { PictureKind } from './pictures.queries.ts'

/** Smallest accepted side. */
export const MIN_PIXELS = 300

const PROBLEMS = {
  too_large: [413, 'Please choose a picture of at most 10 MB.'],
  unsupported_type: [415, 'Please choose a JPEG, PNG or WebP picture.'],
  broken: [422, 'This picture could not be read. Please save it again and try once more.'],
  too_small: [422, `This picture is too small. It needs ${MIN_PIXELS} by ${MIN_PIXELS} pixels at least.`],
  too_many_pixels: [422, 'This picture has too many pixels. 3000 by 3000 is the best size.'],
  too_many: [429, 'Another picture of yours is still being uploaded.'],
  busy: [503, 'Many pictures are being uploaded right now. Please try again in a moment.'],
} as const

export const pictureError = (kind: PictureKind, problem: keyof typeof PROBLEMS, cause?: unknown) => {
  const [status, sentence] = PROBLEMS[problem]
  return new AppError(status, `${kind}.${problem}`, sentence, {
    cause,
    ...(status < 422 && { fields: { [kind]: sentence } }),
    ...(status > 422 && { retryAfter: 3 }),
  })
}
