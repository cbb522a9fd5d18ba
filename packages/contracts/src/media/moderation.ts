import { z } from 'zod'
import { post } from '../endpoint.ts'
import { Id, requiredText } from '../values.ts'

export const RemoveMedia = post('/api/admin/media/:id/remove', 'admin', {
  summary: 'Deletes a file of any user, unlinks it from its episodes, and notifies the owner.',
  body: z.strictObject({ reason: requiredText(500, 'Please give a reason. The owner reads it.') }),
  response: z.object({ id: Id, episodeIds: z.array(Id) }),
})
