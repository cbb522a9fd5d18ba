import { readFromReplica } from '@griot/service-kit/db/replica'
import { createFetcher } from '@griot/service-kit/fetch/fetch-public'
import { serve } from '@griot/service-kit/http/serve'
import { createVerifier } from '@griot/service-kit/identity/identity'
import { createSendMail } from '@griot/service-kit/mail/send-mail'
import { openStore } from '@griot/service-kit/objects/open-store'
import { openProcess } from '@griot/service-kit/open-process'
import { createApp } from './app.ts'
import { readServiceConfig } from './config.ts'
import { consumeCatalogEvents } from './events.ts'
import { deleteOldInvitations } from './members/invitations.queries.ts'
import { MailInvitation } from './members/mail-invitation.job.ts'
import { mailInvitations } from './members/mail-invitations.ts'
import { deleteOldNotices } from './notices/notices.queries.ts'
import { NotifyFeed } from './notify-feeds/notify-feed.job.ts'
import { notifyFeeds } from './notify-feeds/notify-feeds.ts'
import { notifiedServices, notifyTargets } from './notify-feeds/notify-targets.ts'
import { fetchPictures } from './pictures/fetch-pictures.ts'
import { sweepPictures } from './pictures/upload-picture.ts'
import { fillFeedGuids } from './podcasts/fill-feed-guids.ts'
import { deleteOldPreviews } from './previews/previews.queries.ts'
import { NOTIFIES_NONE } from './public/feed/feed-place.ts'
import { feedUrl, publicOriginOf } from './public/public-origin.ts'
import { publishScheduled } from './publishing/publish-scheduled.ts'
import { sendTags } from './publishing/send-tags.ts'
import { deleteOldReports } from './reports/reports.queries.ts'
import { ResponseCache } from './response-cache.ts'

const config = readServiceConfig()

const sendMail = createSendMail(config)
const origin = config.PUBLIC_ORIGIN
const mail = sendMail && origin !== undefined ? { sendMail, origin } : undefined

const service = await openProcess('catalog', config, {
  attempts: {
    [MailInvitation.name]: MailInvitation.attempts,
    [NotifyFeed.name]: NotifyFeed.attempts,
  },
})
const { log, metrics, db, queueing, outbox } = service
const replica = readFromReplica({ primary: db, url: config.DATABASE_REPLICA_URL, log })
const store = openStore(config)
const cache = new ResponseCache({ db, replica: replica.reads })
const verify = await createVerifier(config.IDENTITY_PUBLIC_KEY)
const publicOrigin = publicOriginOf(config)
const onChange = () => {
  cache.clear()
  outbox.kick()
}

consumeCatalogEvents({ db, queueing, log, onChange })
if (mail !== undefined) mailInvitations({ ...mail, db, queueing, log, productName: config.PRODUCT_NAME })
queueing.repeat(() => sweepPictures({ db, store }))
queueing.repeat(() => deleteOldInvitations(db))
queueing.repeat(() => deleteOldPreviews(db))
await fillFeedGuids(db, publicOrigin)
// An earlier release may run beside this one.
queueing.repeat(() => fillFeedGuids(db, publicOrigin))
queueing.repeat(() => deleteOldNotices(db))
queueing.repeat(() => deleteOldReports(db))
const schedule = publishScheduled({ db, log, onPublished: onChange })
const tags = sendTags({ db, log, onSent: () => outbox.kick() })
const fetchPublic = createFetcher({ origin })
const pictures = fetchPictures({ db, store, log, fetchPublic, onChange })
const targets = publicOrigin.isLocal ? [] : notifyTargets(config)
const notifying =
  targets.length > 0
    ? notifyFeeds({ db, queueing, log, targets, feedUrl: (id) => feedUrl(publicOrigin, id), kick: outbox.kick })
    : undefined

await serve({
  handler: createApp({
    db,
    cache,
    store,
    mediaUrl: config.MEDIA_URL,
    publicOrigin,
    notified: publicOrigin.isLocal ? NOTIFIES_NONE : notifiedServices(config),
    fetchPublic,
    sendsMail: mail !== undefined,
    productName: config.PRODUCT_NAME,
    onChange,
    verify,
    log,
    metrics,
  }).callback(),
  config,
  log,
  onClose: async () => {
    await schedule.close()
    await tags.close()
    await pictures.close()
    await notifying?.close()
    await replica.close()
    await service.close()
  },
})
