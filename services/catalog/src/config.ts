import { ObjectsEnvironment, PostgresUrl, readConfig, ServiceEnvironment } from '@griot/service-kit/config'
import { MailEnvironment } from '@griot/service-kit/mail/send-mail'
import { z } from 'zod'
import { NotifyEnvironment } from './notify-feeds/notify-targets.ts'

export const readServiceConfig = () =>
  readConfig(
    ServiceEnvironment.extend(ObjectsEnvironment.shape)
      .extend(MailEnvironment.shape)
      .extend(NotifyEnvironment.shape)
      .extend({
        MEDIA_URL: z.url(),
        /** A streaming replica for public reads. */
        DATABASE_REPLICA_URL: PostgresUrl.optional(),
        /** The origin that users open, for public addresses and e-mails. Without it or a mail server, invitations are not sent. */
        PUBLIC_ORIGIN: z.url().optional(),
        /** The gateway on this machine: the origin of public addresses without PUBLIC_ORIGIN. */
        LOCAL_ORIGIN: z.url().default('http://localhost:8080'),
        PRODUCT_NAME: z.string().default('Griot'),
      }),
  )
