/** Money that someone wants to give, with everything a provider needs to take it once. */
interface Payment {
  /** The same for every repeat of the same tip: a provider must not charge it twice. */
  tipId: string
  senderId: string
  receiverId: string
  amountCents: number
}

interface PaymentOutcome {
  /** `settled` only when the money has really moved: settled tips pay points without a daily limit. */
  status: 'pledged' | 'settled'
  reference: string | null
}

/**
 * Takes the money of a tip. Called before anything about the tip is stored, and again when a sender repeats a tip whose
 * answer was lost. Throws an `AppError` when the payment is refused; then the tip does not exist.
 */
export interface PaymentProvider {
  pay(payment: Payment): Promise<PaymentOutcome>
}
