import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'

/** `token` opens the link. It is useless without a sign-in with the invited address, which the job does not contain. */
export const MailInvitation = defineJob('mail-invitation', z.object({ invitationId: Id, token: z.string() }), {
  queue: 'catalog-mail',
  id: ({ invitationId }) => `invitation-${invitationId}`,
  // The last one is 68 minutes after the first.
  attempts: 12,
})
