import { EndListening, EndReason } from '@griot/contracts/listening'
import { z } from 'zod'

// While a release goes out, and after one was taken back, there are receipts that a newer process has written. It may
// know more reasons; their sentences can be read all the same.
const Reason = EndListening.response.shape.reasons.element.extend({ reason: EndReason.catch('nothing_new') })

/** What ending a session answers, kept with the session for whoever asks again. */
export const Receipt = EndListening.response.extend({ reasons: z.array(Reason) })
export type Receipt = z.output<typeof Receipt>
