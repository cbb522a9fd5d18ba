import type { AuditAction } from '@griot/contracts/audit'
import { DeletePodcastCover } from '@griot/contracts/catalog/covers'
import { DeleteEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { DeletePodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { ReadAuditPart } from '@griot/service-kit/audit/list-audit'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { createTeam } from '../testing/team.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const given = async () => {
  const team = await createTeam(catalog)
  return { ...team, draft: await catalog.draft(team.host, team.podcast.id) }
}
const entriesAbout = (subject: string, action: AuditAction) =>
  catalog.as(person({ roles: ['admin'] })).call(ReadAuditPart, { query: { limit: 10, subject, action } })

describe('the audit log', () => {
  it('contains one entry with the changed fields for each edit of an episode', async () => {
    const { host, editor, draft } = await given()
    const body = { title: 'Salt', description: 'A new text.', episodeNumber: draft.episodeNumber }

    await catalog.as(editor).call(UpdateEpisode, { params: { id: draft.id }, body })

    const entries = await entriesAbout(draft.id, 'episode.edited')
    expect(entries).toMatchObject([
      {
        actorId: editor.id,
        subjectKind: 'episode',
        subjectName: 'Salt',
        concernsId: host.id,
        details: { fields: 'title, description' },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('A new text.')
  })

  it('contains no entry for an edit that changes nothing or is refused', async () => {
    const { analyst, editor, draft, podcast } = await given()
    const params = { id: draft.id }

    await catalog.as(editor).call(UpdateEpisode, { params, body: { title: draft.title, status: 'draft' } })
    await catalog.as(editor).call(UpdatePodcast, { params: { id: podcast.id }, body: { title: podcast.title } })
    await expect(catalog.as(analyst).call(UpdateEpisode, { params, body: { title: 'No' } })).rejects.toThrow()

    expect(await entriesAbout(draft.id, 'episode.edited')).toEqual([])
    expect(await entriesAbout(podcast.id, 'podcast.edited')).toEqual([])
  })

  it('contains the edits of a show and of its cover', async () => {
    const { editor, owner, podcast } = await given()
    const params = { id: podcast.id }

    await catalog.as(owner).call(UpdatePodcast, { params, body: { hostName: 'Esi', category: 'culture' } })
    await catalog.as(editor).call(DeletePodcastCover, { params })

    expect(await entriesAbout(podcast.id, 'podcast.edited')).toMatchObject([
      { actorId: editor.id, details: { fields: 'cover' } },
      { actorId: owner.id, details: { fields: 'hostName, category' } },
    ])
  })

  it('contains the deletions of an episode and of its show', async () => {
    const { editor, owner, draft, podcast } = await given()

    await catalog.as(editor).call(DeleteEpisode, { params: { id: draft.id } })
    await catalog.as(owner).call(DeletePodcast, { params: { id: podcast.id } })

    expect(await entriesAbout(draft.id, 'episode.deleted')).toMatchObject([
      { actorId: editor.id, subjectName: draft.title },
    ])
    expect(await entriesAbout(podcast.id, 'podcast.deleted')).toMatchObject([
      { actorId: owner.id, subjectName: podcast.title },
    ])
  })
})
