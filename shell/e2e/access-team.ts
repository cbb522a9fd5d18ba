import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { AcceptInvitation, InviteMember } from '@griot/contracts/catalog/members'
import { HidePodcast } from '@griot/contracts/catalog/moderation'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import type { Endpoint } from '@griot/contracts/endpoint'
import { GetUser } from '@griot/contracts/user'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL } from '@griot/service-kit/testing/running-product'
import { uploadFile, uploadProcessed } from './fixtures.ts'
import { recordMp3 } from './recording.ts'

/** Callers in the order of the columns of the access matrix. */
export const CALLERS = [
  'signed out',
  'a stranger',
  'an analyst',
  'an editor',
  'an owner',
  'the host',
  'an admin',
] as const

const SHOW = {
  title: 'Behind the loom',
  description: 'Weavers speak.',
  hostName: 'Ama Mensah',
  category: 'culture' as const,
}

/** A show that is not listed, with a member of each role, on the running product. */
export const createAccessTeam = async (origin: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-access-'))
  const signIn = async (name: string, email = `${name.toLowerCase()}@access.example.org`) => {
    const client = new ApiClient(origin)
    await client.signIn({ email, firstName: name, lastName: 'Mensah' })
    return Object.assign(client, { id: (await client.call(GetUser, {})).id })
  }
  const host = await signIn('Ama')
  const admin = await signIn('Efua', ADMIN_EMAIL)
  const createShow = () => host.call(CreatePodcast, { body: SHOW })
  const podcast = await createShow()
  const invite = async (role: MemberRole, id = podcast.id) => {
    const { link } = await host.call(InviteMember, { params: { id }, body: { role, email: '' } })
    return link.split('/').at(-1) ?? ''
  }
  const joined = async (name: string, role: MemberRole) => {
    const member = await signIn(name)
    await member.call(AcceptInvitation, { params: { token: await invite(role) } })
    return member
  }
  const callers: Readonly<Record<(typeof CALLERS)[number], ApiClient>> = {
    'signed out': new ApiClient(origin),
    'a stranger': await signIn('Kofi'),
    'an analyst': await joined('Yaw', 'analyst'),
    'an editor': await joined('Esi', 'editor'),
    'an owner': await joined('Abena', 'owner'),
    'the host': host,
    'an admin': admin,
  }
  let number = 0
  const nextNumber = () => {
    number += 1
    return number
  }
  const file = await recordMp3(folder, 2, 'loom.mp3')
  return {
    host,
    admin,
    podcast,
    callers,
    /** A user without shows, whom the rows of the desk block. */
    other: await signIn('Kwame'),
    recording: await uploadProcessed(host, file),
    createShow,
    invite,
    nextNumber,
    file,
    addMember: () => joined(`Member${nextNumber()}`, 'analyst'),
    uploadRecording: () => uploadFile(host, file),
    draft: (audioFileId?: string) => {
      const about = { title: 'The first thread', description: 'At dawn.', podcastId: podcast.id, audioFileId }
      return host.call(CreateEpisode, { body: { ...about, episodeNumber: nextNumber(), status: 'draft' } })
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export type AccessTeam = Awaited<ReturnType<typeof createAccessTeam>>

export interface AccessRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** The field of a form with a recording or a picture. */
  form?: 'audio' | 'cover' | 'portrait'
  bytes?: string
  headers?: Record<string, string>
}

/** Creates the subject of one request, so that no request depends on another one. */
export type Prepare = (team: AccessTeam) => Promise<AccessRequest> | AccessRequest

/** An endpoint, its request, and the statuses in the order of {@link CALLERS}. */
export type AccessRow = readonly [endpoint: Endpoint, prepare: Prepare, statuses: readonly number[]]

/** Each signed-in caller uses an endpoint for the own data. */
export const each = (status: number) => [401, ...Array<number>(6).fill(status)]
/** Only the host uses an endpoint for data of the host. */
export const hostOnly = (status: number, others = 404) => [401, others, others, others, others, status, others]
/** The owner of a file, and admins. Members of a show do not see each other's files. */
export const ownerAndAdmin = (status: number) => [401, 404, 404, 404, 404, status, status]
/** The endpoint exists for admins only. */
export const adminOnly = (status: number) => [401, 404, 404, 404, 404, 404, status]
/** Editors, owners and the host of a show. Admins do not change shows of others. */
export const editors = (status: number) => [401, 404, 403, status, status, status, 404]
/** Owners and the host of a show. */
export const owners = (status: number) => [401, 404, 403, 403, status, status, 404]
/** Members of each role, and admins. */
export const readers = (status: number, signedOut = 401) => [signedOut, 404, ...Array<number>(5).fill(status)]

export const withoutSubject =
  (request: AccessRequest = {}): Prepare =>
  () =>
    request

export const ofHost =
  (request: AccessRequest = {}): Prepare =>
  ({ host }) => ({ ...request, params: { id: host.id } })

export const ofShow =
  (request: AccessRequest = {}): Prepare =>
  ({ podcast }) => ({ ...request, params: { id: podcast.id } })

export const ofNewShow =
  (request: AccessRequest = {}): Prepare =>
  async ({ createShow }) => ({ ...request, params: { id: (await createShow()).id } })

/** A show of the host that an admin has hidden. */
export const ofHiddenShow =
  (request: AccessRequest = {}): Prepare =>
  async ({ admin, createShow }) => {
    const { id } = await createShow()
    await admin.call(HidePodcast, { params: { id }, body: { reason: 'Access.' } })
    return { ...request, params: { id } }
  }

export const ofDraft =
  (request: AccessRequest = {}): Prepare =>
  async ({ draft }) => ({ ...request, params: { id: (await draft()).id } })

export const ofRecording =
  (request: AccessRequest = {}): Prepare =>
  ({ recording }) => ({ ...request, params: { id: recording.id } })

export const ofNewRecording =
  (request: AccessRequest = {}): Prepare =>
  async ({ uploadRecording }) => ({ ...request, params: { id: (await uploadRecording()).id } })
