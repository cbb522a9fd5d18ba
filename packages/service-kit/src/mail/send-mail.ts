import { createTransport } from 'nodemailer'
import { z } from 'zod'

export const MailEnvironment = z.object({
  /** The mail server, such as `smtps://user:password@mail.example`, and the sender. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.email('is not an e-mail address').optional(),
})

export interface Mail {
  /** The same message has the same id, so that mail programs show it once. */
  id: string
  to: string
  subject: string
  text: string
}

/** Webhooks of the gateway repeat a message that takes longer than a minute. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Sends plain text through the mail server of `SMTP_URL`; undefined without one. Rejects if the server does not accept it.
 */
export const createSendMail = ({ SMTP_URL, MAIL_FROM }: z.output<typeof MailEnvironment>) => {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined
  const transport = createTransport({ url: SMTP_URL, ...TIMEOUTS }, { from: MAIL_FROM })
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)
  return async ({ id, ...message }: Mail) => {
    // A subject is one line.
    const subject = message.subject.replaceAll(/\s+/g, ' ')
    await transport.sendMail({ ...message, subject, messageId: `<${id}@${domain}>` })
  }
}

export type SendMail = NonNullable<ReturnType<typeof createSendMail>>
