import { z } from 'zod'
import { get, patch, post, remove } from '../endpoint.ts'
import { HttpsUrl } from '../https-url.ts'
import { Id, ME_SIGNED_OUT, optional, page, requiredText, Timestamp, UserId } from '../values.ts'
import { Confirmation } from './filters.ts'
import { GivenPicture } from './given-picture.ts'

const NOT_A_LINK = 'Please enter a handle or an address that starts with https://.'
const SocialHandle = z
  .string()
  .trim()
  .regex(/^@?[A-Za-z0-9_.]{1,64}$/, NOT_A_LINK)
const SocialLink = z.union([SocialHandle, HttpsUrl], NOT_A_LINK)

export const Creator = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  bio: z.string(),
  profileImage: z.string().nullable().describe('The picture, uploaded or loaded from a given URL.'),
  givenPicture: GivenPicture.optional(),
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

export const CreateCreator = post('/api/creators', 'user', {
  summary: 'Creates the caller’s creator profile; each user has at most one.',
  body: NewCreator,
  status: 201,
  response: Creator,
  also: { 409: 'The caller already has a profile.' },
})

export const ListCreators = get('/api/creators', 'public', {
  summary: 'Lists creator profiles, newest first.',
  query: page(50).extend({
    userId: UserId.optional().describe('Only the profile of this user; `me` is the caller.'),
  }),
  response: z.array(Creator),
  also: ME_SIGNED_OUT,
})

export const CreatorEdit = NewCreator.partial().extend({
  profileImage: HttpsUrl.nullable()
    .optional()
    .describe('Its picture is loaded once. An uploaded picture has precedence.'),
  socialLinks: z
    .strictObject({
      twitter: SocialLink.nullable(),
      instagram: SocialLink.nullable(),
      website: HttpsUrl.nullable(),
    })
    .optional(),
})

export const UpdateCreator = patch('/api/creator/:id', 'user', {
  summary: 'Changes the caller’s creator profile.',
  body: CreatorEdit,
  response: Creator,
})

export const DeleteCreator = remove('/api/creator/:id', 'user', {
  summary: 'Deletes the caller’s creator profile.',
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { 409: 'The caller hosts podcasts and has not confirmed.' },
})
