import { DeleteAccount, EndOtherSessions, ExportAccount, ListBrowserSessions } from '@griot/contracts/account'
import { DownloadAudit, ListAudit } from '@griot/contracts/audit'
import {
  FeaturePodcast,
  HideEpisode,
  HidePodcast,
  ListShows,
  RestoreEpisode,
  RestorePodcast,
  UnfeaturePodcast,
} from '@griot/contracts/catalog/moderation'
import { CountUnreadNotices, ListNotices, ReadNotices } from '@griot/contracts/notices'
import { GetOverview } from '@griot/contracts/overview'
import { BlockPerson, GetPerson, ListPeople, UnblockPerson } from '@griot/contracts/people'
import { AssignReport, DecideReport, ListReports, SendReport } from '@griot/contracts/reports'
import { GetUser } from '@griot/contracts/user'
import {
  type AccessRequest,
  type AccessRow,
  adminOnly,
  each,
  ofDraft,
  ofHiddenShow,
  ofNewShow,
  type Prepare,
  readers,
  withoutSubject,
} from './access-team.ts'

const reason = { reason: 'Access.' }

/** A user without shows. */
const ofOther =
  (request: AccessRequest = {}): Prepare =>
  ({ other }) => ({ ...request, params: { id: other.id } })

const report = (id: string) => ({ subject: 'episode', id, reason: 'spam' }) as const

const aboutDraft: Prepare = async ({ draft }) => ({ body: report((await draft()).id) })

/** A report of the host about a new draft. */
const ofReport =
  (request: AccessRequest = {}): Prepare =>
  async ({ host, draft }) => {
    const { id } = await host.call(SendReport, { body: report((await draft()).id) })
    return { ...request, params: { id } }
  }

const ofFeaturedShow: Prepare = async ({ admin, createShow }) => {
  const params = { id: (await createShow()).id }
  await admin.call(FeaturePodcast, { params, body: reason })
  return { params, body: reason }
}

const ofHiddenEpisode: Prepare = async ({ admin, draft }) => {
  const params = { id: (await draft()).id }
  await admin.call(HideEpisode, { params, body: reason })
  return { params, body: reason }
}

export const DESK_ROWS: readonly AccessRow[] = [
  [GetUser, withoutSubject(), each(200)],
  [ExportAccount, withoutSubject(), each(200)],
  [ListBrowserSessions, withoutSubject(), each(200)],
  [EndOtherSessions, withoutSubject(), each(200)],
  // Without the words that confirm it: the callers are needed by further rows.
  [DeleteAccount, withoutSubject({ body: { confirmation: '' } }), each(400)],
  [ListNotices, withoutSubject(), each(200)],
  [CountUnreadNotices, withoutSubject(), each(200)],
  [ReadNotices, withoutSubject({ body: { until: '2026-01-01T00:00:00Z' } }), each(200)],
  [GetOverview, withoutSubject(), adminOnly(200)],
  [ListAudit, withoutSubject(), adminOnly(200)],
  [DownloadAudit, withoutSubject(), adminOnly(200)],
  [ListPeople, withoutSubject(), adminOnly(200)],
  [GetPerson, ofOther(), adminOnly(200)],
  [BlockPerson, ofOther({ body: { ...reason, shows: 'keep' } }), adminOnly(200)],
  [UnblockPerson, ofOther({ body: reason }), adminOnly(200)],
  [ListShows, withoutSubject(), adminOnly(200)],
  [HidePodcast, ofNewShow({ body: reason }), adminOnly(200)],
  [RestorePodcast, ofHiddenShow({ body: reason }), adminOnly(200)],
  [FeaturePodcast, ofNewShow({ body: reason }), adminOnly(200)],
  [UnfeaturePodcast, ofFeaturedShow, adminOnly(200)],
  [HideEpisode, ofDraft({ body: reason }), adminOnly(200)],
  [RestoreEpisode, ofHiddenEpisode, adminOnly(200)],
  [SendReport, aboutDraft, readers(201)],
  [ListReports, withoutSubject(), adminOnly(200)],
  [AssignReport, ofReport(), adminOnly(200)],
  [DecideReport, ofReport({ body: { decision: 'dismissed' } }), adminOnly(200)],
]
