import { type Pointer, versionsInUse } from '@griot/contracts/module-pointer'
import type { DraftResponse, OverrideRequest, OverrideResponse, RegistryStatus } from '@griot/contracts/module-registry'
import { ModuleDraft, ModuleVersion, PreviewName, SWITCHED_OFF } from '@griot/contracts/modules'
import { readPointer, readRevision } from '@griot/module-registry/pointer'
import { AppError, invalid, notFound, orNotFound } from '@griot/service-kit/http/errors'
import type { z } from 'zod'
import { safeReturnTo } from '../auth/return-to.ts'
import { type Context, seeOther } from '../http/context.ts'
import type { Caller } from './authenticate-caller.ts'
import { type Draft, listDrafts, moveDraft } from './drafts.queries.ts'
import { requireVersion } from './operations.ts'
import type { Platform, Registry } from './registry.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

// Links that select other versions for one browser, and the drafts and previews that they can point to.

const isPreview = (draft: string) => PreviewName.safeParse(draft).success

const linkWith = (token: string, origin: string) => `${origin}/mfe/v1/override?with=${token}`

const previewLink = ({ cookies }: Platform, preview: string, origin: string) =>
  linkWith(cookies.createPreviewToken(preview), origin)

export const setDraft = async (
  platform: Platform,
  { module, draft, version }: Draft & { version: string },
  by: string,
  origin: string,
): Promise<DraftResponse> => {
  if (!ModuleDraft.safeParse(draft).success) throw notFound('draft')
  await requireVersion(platform, module, version)
  await moveDraft(platform.db, { module, draft }, version, by)
  return { draft, version, link: isPreview(draft) ? previewLink(platform, draft, origin) : null }
}

export const listPreviews = async (platform: Platform, origin: string): Promise<RegistryStatus['previews']> =>
  (await listDrafts(platform.db)).flatMap(({ draft: name, ...draft }) =>
    isPreview(name) ? [{ ...draft, name, link: previewLink(platform, name, origin) }] : [],
  )

export const createOverride = async (
  platform: Platform,
  caller: Caller,
  { modules, rev, minutes }: z.output<typeof OverrideRequest>,
  origin: string,
): Promise<OverrideResponse> => {
  for (const [name, value] of Object.entries(modules)) {
    const [module = ''] = name.split(':')
    // Released versions of other teams are allowed: a team tests its own version beside them.
    if (!isReleased(platform.registry, module, value)) caller.authorize('deploy', module)
  }
  const overrides = { ...(rev === undefined ? {} : await overridesForRevision(platform, rev)), ...modules }
  if (Object.keys(overrides).length === 0) throw invalid({ modules: 'Name at least one module.' })
  for (const [module, value] of Object.entries(overrides)) {
    if (ModuleVersion.safeParse(value).success) await requireVersion(platform, module, value)
  }
  const forMs = minutes * 60_000
  return {
    link: linkWith(platform.cookies.createOverrideToken(overrides, forMs), origin),
    until: new Date(Date.now() + forMs).toISOString(),
  }
}

const isReleased = (registry: Registry, module: string, version: string) => {
  const state = registry.current()?.pointer.modules[module]
  return state !== undefined && versionsInUse(state).includes(version)
}

/** Overrides that restore a revision for one browser. Throws 404 if it does not exist. */
const overridesForRevision = async ({ store }: Platform, rev: number): Promise<Record<string, string>> => {
  const [then, now] = await Promise.all([readRevision(store, rev), readPointer(store)])
  const switchedOff = Object.keys(now.modules).map((module) => [module, SWITCHED_OFF])
  return { ...Object.fromEntries(switchedOff), ...shownBy(orNotFound(then, 'revision')) }
}

/** By module: the stable version, or `off`. */
export const shownBy = ({ modules }: Pointer): Record<string, string> => {
  const entries = Object.entries(modules)
  return Object.fromEntries(
    entries.map(([module, { stable, disabled }]) => [module, disabled === null ? stable : SWITCHED_OFF]),
  )
}

export type ReadPreview = (preview: string) => Promise<readonly string[]>

const PREVIEW_GONE = new AppError(
  404,
  'preview.not_found',
  'This preview is gone: it is deleted two weeks after the last build of its branch. A new build restores the link.',
)

/** `GET /mfe/v1/override`: sets the overrides of a link; without a token, clears them. Redirects to the page in `to`. */
export const createApplyOverride = (cookies: VisitorCookies, readPreview: ReadPreview) => {
  /** A preview becomes an override of each module that it has now. */
  const resolveToken = async (token: string) => {
    const preview = cookies.readPreviewToken(token)
    if (preview === null) return token
    const modules = await readPreview(preview)
    if (modules.length === 0) throw PREVIEW_GONE
    const overrides = Object.fromEntries(modules.map((module) => [module, preview]))
    return cookies.createOverrideToken(overrides, Number.POSITIVE_INFINITY)
  }

  return async (context: Context) => {
    // An image or script of another site must not change versions.
    if (!['', 'navigate'].includes(context.get('sec-fetch-mode'))) throw notFound('page')
    const { with: token, to } = context.query
    if (token === undefined) cookies.clearOverrides(context)
    else cookies.setOverrides(context, await resolveToken(String(token)))
    seeOther(context, safeReturnTo(to, context.state.origin))
  }
}
