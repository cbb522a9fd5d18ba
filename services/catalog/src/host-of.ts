import { unauthenticated } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'

/** Whose podcasts or episodes a list asks for: `me` is the caller. */
export const hostOf = ({ query, user }: { query: { hostId?: string | undefined }; user: Caller | null }) => {
  if (query.hostId !== 'me') return query.hostId
  if (user === null) throw unauthenticated()
  return user.id
}
