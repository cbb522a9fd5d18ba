import { EndListening } from '@griot/contracts/listening'
import type { z } from 'zod'

/** What ending a session answers, kept with the session for whoever asks again. */
export const Receipt = EndListening.response
export type Receipt = z.infer<typeof Receipt>
