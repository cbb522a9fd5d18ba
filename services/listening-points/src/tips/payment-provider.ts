interface Payment {
  /** The same for every repeat of a tip: the provider must not charge it twice. */
  tipId: string
  senderId: string
  receiverId: string
  amountCents: number
}

interface PaymentOutcome {
  /** `settled` only if the money has moved: settled tips earn points without a daily limit. */
  status: 'pledged' | 'settled'
  reference: string | null
}

/**
 * Charges a tip. Called before the tip is stored, and again if the sender repeats a tip whose response was lost. Throws
 * an `AppError` if the payment is refused; then the tip is not stored.
 */
export interface PaymentProvider {
  pay(payment: Payment): Promise<PaymentOutcome>
}

/** Without a payment provider a tip is a pledge. */
export const pledges: PaymentProvider = {
  pay: async () => ({ status: 'pledged', reference: null }),
}
