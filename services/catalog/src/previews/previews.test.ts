import { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePreview, GetPreviewedEpisode, ListPreviews, RevokePreview } from '@griot/contracts/catalog/previews'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { createTeam, tokenOf } from '../testing/team.ts'
import { deleteOldPreviews } from './previews.queries.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const createLink = async () => {
  const team = await createTeam(catalog)
  const draft = await catalog.draft(team.host, team.podcast.id)
  const params = { id: draft.id }
  const preview = await catalog.as(team.editor).call(CreatePreview, { params, body: {} })
  return { ...team, draft, params, preview, token: tokenOf(preview.link) }
}
const open = (token: string) => catalog.as(person()).call(GetPreviewedEpisode, { params: { token } })

describe('a private link', () => {
  it('shows the draft and its audio to every signed-in user, for seven days', async () => {
    const { draft, token, preview, editor } = await createLink()
    const audioFileId = '0192f0c1-0000-7000-8000-000000000001'
    await catalog.db.run(sql`update episode set audio_file_id = ${audioFileId} where id = ${draft.id}`)

    expect(await open(token)).toMatchObject({
      id: draft.id,
      title: draft.title,
      status: 'draft',
      audioFileId,
      audioUrl: `/api/media/${audioFileId}/stream?preview=${token}`,
      expiresAt: preview.expiresAt,
    })
    expect(Date.parse(preview.expiresAt) - Date.parse(preview.createdAt)).toBeCloseTo(7 * 86_400_000, -4)
    expect(await catalog.as(editor).call(ListPreviews, { params: { id: draft.id } })).toMatchObject([
      { id: preview.id },
    ])
    const { rows } = await catalog.db.pool.query('select row_to_json(v)::text as text from episode_preview v')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is over after it was revoked, and the audit log names both changes', async () => {
    const { draft, host, params, preview, token, owner } = await createLink()

    await catalog.as(owner).call(RevokePreview, { params: { ...params, previewId: preview.id } })

    await expect(open(token)).rejects.toMatchObject({ status: 409, code: 'episode_preview.over' })
    expect(await catalog.as(host).call(ListPreviews, { params })).toEqual([])
    const again = catalog.as(owner).call(RevokePreview, { params: { ...params, previewId: preview.id } })
    await expect(again).rejects.toMatchObject({ status: 404, code: 'episode_preview.not_found' })
    const entries = await catalog.db.many(
      z.object({ action: z.string() }),
      sql`select action from audit_entry where subject_id = ${draft.id} and concerns_id = ${host.id} order by created_at`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['preview.created', 'preview.revoked'])
  })

  it('is over after its time, and deleted later', async () => {
    const { draft, token } = await createLink()
    const expire = (ago: string) =>
      catalog.db.run(sql`
        update episode_preview set expires_at = clock_timestamp() - ${ago}::interval where episode_id = ${draft.id}
      `)

    await expire('1 second')
    await expect(open(token)).rejects.toMatchObject({ status: 409, code: 'episode_preview.over' })
    await expire('15 days')
    await deleteOldPreviews(catalog.db)
    await expect(open(token)).rejects.toMatchObject({ status: 404, code: 'episode_preview.not_found' })
    await expect(open('invented')).rejects.toMatchObject({ status: 404, code: 'episode_preview.not_found' })
  })

  it('does not open an episode that admins have hidden', async () => {
    const { draft, token } = await createLink()
    await catalog.db.run(sql`
      update episode set hidden_at = clock_timestamp(), hidden_reason = 'A copy.' where id = ${draft.id}
    `)

    await expect(open(token)).rejects.toMatchObject({ status: 404, code: 'episode_preview.not_found' })
  })

  it('is not created for a published episode', async () => {
    const { host, params } = await createLink()
    await catalog.as(host).call(UpdateEpisode, { params, body: { status: 'published' } })

    await expect(catalog.as(host).call(CreatePreview, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'episode_preview.published',
    })
  })
})
