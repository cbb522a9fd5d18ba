import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { HttpsUrl, Id, IdParams, optional, page, requiredText, Timestamp } from '../values.ts'
import { Confirmation } from './filters.ts'

const SOCIAL_HANDLE = /^@?[\w.]{1,64}$/
const SocialLink = z
  .string()
  .trim()
  .refine(
    (value) => SOCIAL_HANDLE.test(value) || HttpsUrl.safeParse(value).success,
    'Please enter a handle or an address that starts with https://.',
  )

export const Creator = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  bio: z.string(),
  profileImage: z.string().nullable().describe('The uploaded picture, else the given address.'),
  socialLinks: z.object({
    twitter: z.string().nullable(),
    instagram: z.string().nullable(),
    website: z.string().nullable(),
  }),
  createdAt: Timestamp,
})
export type Creator = z.infer<typeof Creator>

export const NewCreator = z.strictObject({
  name: requiredText(100, 'Name is required'),
  bio: requiredText(5000, 'Bio is required'),
  profileImage: optional(HttpsUrl),
  socialLinks: z
    .strictObject({ twitter: optional(SocialLink), instagram: optional(SocialLink), website: optional(HttpsUrl) })
    .default({ twitter: null, instagram: null, website: null }),
})

export const CreateCreator = {
  method: 'POST',
  path: '/api/creators',
  access: 'user',
  summary: "Creates the caller's creator profile; one a person.",
  body: NewCreator,
  status: 201,
  response: Creator,
  also: { 409: 'The caller has a profile already.' },
} as const satisfies Endpoint

export const ListCreators = {
  method: 'GET',
  path: '/api/creators',
  access: 'public',
  summary: 'Creator profiles, newest first.',
  query: page(50).extend({
    userId: z
      .union([z.literal('me'), Id])
      .optional()
      .describe('Only the profile of this person; `me` is the caller.'),
  }),
  response: z.array(Creator),
} as const satisfies Endpoint

/** What is left out stays as it is. */
export const CreatorEdit = z.strictObject({
  name: NewCreator.shape.name.optional(),
  bio: NewCreator.shape.bio.optional(),
  profileImage: HttpsUrl.nullable().optional().describe('An uploaded picture stands above it.'),
  socialLinks: z
    .strictObject({
      twitter: SocialLink.nullable(),
      instagram: SocialLink.nullable(),
      website: HttpsUrl.nullable(),
    })
    .optional(),
})

export const UpdateCreator = {
  method: 'PATCH',
  path: '/api/creator/:id',
  access: 'user',
  summary: "Changes the caller's creator profile.",
  params: IdParams,
  body: CreatorEdit,
  response: Creator,
} as const satisfies Endpoint

export const DeleteCreator = {
  method: 'DELETE',
  path: '/api/creator/:id',
  access: 'user',
  summary: "Deletes the caller's creator profile.",
  params: IdParams,
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { 409: 'The caller hosts podcasts that show it, and has not confirmed.' },
} as const satisfies Endpoint
