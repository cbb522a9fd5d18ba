import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { IdParams } from '../values.ts'
import { Delivery, MediaFile } from './media-file.ts'

/** Where a rendition is brought to. */
export const RENDITION_LUFS = -16

export const AskRendition = {
  method: 'POST',
  path: '/api/media/:id/rendition',
  access: 'user',
  summary:
    'Makes a rendition of an even loudness (-16 LUFS, true peak below -1 dB) and has listeners hear it as soon as it is ready. Asking again answers the same.',
  params: IdParams,
  status: 202,
  response: MediaFile,
  also: { 409: 'The file is not ready, there is nothing to hear in it, or trying again cannot help.' },
} as const satisfies Endpoint

export const RemoveRendition = {
  method: 'DELETE',
  path: '/api/media/:id/rendition',
  access: 'user',
  summary: 'Removes the rendition, or calls it off while it is being made; listeners hear the original.',
  params: IdParams,
  response: MediaFile,
} as const satisfies Endpoint

export const ChooseDelivery = {
  method: 'PUT',
  path: '/api/media/:id/delivery',
  access: 'user',
  summary: 'Says what listeners hear: the original, or its rendition.',
  params: IdParams,
  body: z.strictObject({ delivers: Delivery }),
  response: MediaFile,
  also: { 409: 'There is no rendition that is ready.' },
} as const satisfies Endpoint
