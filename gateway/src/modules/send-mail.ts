import { createTransport } from 'nodemailer'
import type { GatewayConfig } from '../config.ts'

export interface Mail {
  /** The same message has the same id, so that mail programs show it once. */
  id: string
  to: string
  subject: string
  text: string
}

/** A message that takes longer than a minute is due again: webhooks.queries.ts. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Sends plain text through the mail server of `SMTP_URL`; undefined without one. Rejects if the server does not accept it.
 */
export const createSendMail = ({ SMTP_URL, MAIL_FROM }: Pick<GatewayConfig, 'SMTP_URL' | 'MAIL_FROM'>) => {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined
  const transport = createTransport({ url: SMTP_URL, ...TIMEOUTS }, { from: MAIL_FROM })
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)
  return async ({ id, ...message }: Mail) => {
    // A subject is one line.
    const subject = message.subject.replaceAll(/\s+/g, ' ')
    await transport.sendMail({ ...message, subject, messageId: `<${id}@${domain}>` })
  }
}
