import { z } from 'zod'
import { post, put, remove } from '../endpoint.ts'
import { Delivery, MediaFile } from './media-file.ts'

export const RENDITION_LUFS = -16

export const AskRendition = post('/api/media/:id/rendition', 'user', {
  summary: `Requests a rendition at an even loudness (${RENDITION_LUFS} LUFS, true peak below -1 dB), which listeners hear as soon as it is ready. A repeated request changes nothing.`,
  status: 202,
  response: MediaFile,
  also: { 409: 'The file is not ready, it is silent, or it failed permanently.' },
})

export const RemoveRendition = remove('/api/media/:id/rendition', 'user', {
  summary: 'Removes the rendition, or cancels its encoding. Listeners hear the original.',
  response: MediaFile,
})

export const ChooseDelivery = put('/api/media/:id/delivery', 'user', {
  summary: 'Chooses what listeners hear: the original or its rendition.',
  body: z.strictObject({ delivers: Delivery }),
  response: MediaFile,
  also: { 409: 'The rendition is not ready.' },
})
