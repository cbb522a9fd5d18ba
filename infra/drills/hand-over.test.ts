import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DELETE_WORDS, DeleteAccount } from '@griot/contracts/account'
import { ListShowsOfAccount } from '@griot/contracts/catalog/account-deletion'
import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { AcceptInvitation, InviteMember } from '@griot/contracts/catalog/members'
import { ListUserMedia } from '@griot/contracts/media/files'
import { ListNotices } from '@griot/contracts/notices'
import { GetUser } from '@griot/contracts/user'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { startGriot } from '../testing/start-griot.ts'
import { KOFI } from './active-users.ts'

let folder: string
let product: ReturnType<typeof startGriot>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-hand-over-'))
  product = startGriot(folder)
}, 180_000)
afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

it('keeps a show and its audio if the account of its host is deleted and it has another owner', async () => {
  const origin = await product.ready
  const [ama, kofi] = [new ApiClient(origin), new ApiClient(origin)]
  await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
  await kofi.signIn(KOFI)
  const { id, audioUrl } = await publishEpisode(createHttpClient(origin, ama.cookies), await recordAudio(3))
  const { podcastId } = await ama.call(GetEpisode, { params: { id } })
  const body = { role: 'owner', email: '' } as const
  const { link } = await ama.call(InviteMember, { params: { id: podcastId }, body })
  await kofi.call(AcceptInvitation, { params: { token: link.split('/').at(-1) ?? '' } })
  const audio = await kofi.loadAudio(audioUrl)
  expect(await ama.call(ListShowsOfAccount, {})).toMatchObject([{ id: podcastId, newHostName: 'Kofi Boateng' }])
  const [file] = await ama.call(ListUserMedia, { params: { id: 'me' } })

  const deleted = await ama.fetch(DeleteAccount.path, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation: DELETE_WORDS }),
  })
  expect(deleted.status).toBe(202)

  const { id: kofiId } = await kofi.call(GetUser, {})
  const filesOfKofi = async () => (await kofi.call(ListUserMedia, { params: { id: 'me' } })).map((one) => one.id)
  await expect.poll(filesOfKofi).toEqual([file?.id])
  const hostId = async () => (await kofi.call(GetEpisode, { params: { id } })).hostId
  await expect.poll(hostId).toBe(kofiId)
  expect((await kofi.loadAudio(audioUrl)).equals(audio)).toBe(true)
  expect(await kofi.call(ListNotices, {})).toMatchObject([{ title: 'You are the host of a show now' }])
}, 120_000)
