import type { PaymentProvider } from './payment-provider.ts'

/** Without a payment provider a tip is a promise, and is called one. */
export const pledges: PaymentProvider = {
  pay: async () => ({ status: 'pledged', reference: null }),
}
