import type { DraftAnswer, OverrideAnswer, OverrideRequest, RegistryStatus } from '@griot/contracts/module-registry'
import { ModuleDraft, ModuleVersion, PreviewName } from '@griot/contracts/modules'
import type { Db } from '@griot/service-kit/db'
import { invalid, notFound } from '@griot/service-kit/errors'
import type { z } from 'zod'
import { listDrafts, moveDraft } from './drafts.queries.ts'
import type { Operations } from './operations.ts'
import type { createPast } from './past.ts'
import type { Registry } from './registry.ts'
import type { Asker } from './team.ts'
import type { Visitors } from './visitors.ts'

interface Options {
  db: Db
  registry: Registry
  operations: Operations
  past: ReturnType<typeof createPast>
  visitors: Visitors
}

interface Moved {
  module: string
  draft: string
  version: string
  by: string
}

const isPreview = (draft: string) => PreviewName.safeParse(draft).success

/** What one person is shown instead of what stands, and the links to it. */
export const createSights = ({ db, registry, operations, past, visitors }: Options) => {
  const linkWith = (token: string, origin: string) => `${origin}/mfe/v1/override?with=${token}`
  const previewLink = (preview: string, origin: string) => linkWith(visitors.previewToken(preview), origin)

  const isStanding = (module: string, version: string) => {
    const { stable, lkg, candidate } = registry.current()?.pointer.modules[module] ?? {}
    return [stable, lkg, candidate?.version].includes(version)
  }

  return {
    moveDraft: async ({ module, draft, version, by }: Moved, origin: string): Promise<DraftAnswer> => {
      if (!ModuleDraft.safeParse(draft).success) throw notFound('draft')
      await operations.mustBeDeployed(module, version)
      await moveDraft(db, { module, draft }, version, by)
      return { draft, version, link: isPreview(draft) ? previewLink(draft, origin) : null }
    },

    previews: async (origin: string): Promise<RegistryStatus['previews']> =>
      (await listDrafts(db)).flatMap(({ draft: name, ...draft }) =>
        isPreview(name) ? [{ ...draft, name, link: previewLink(name, origin) }] : [],
      ),

    override: async (
      asker: Asker,
      { modules, rev, minutes }: z.output<typeof OverrideRequest>,
      origin: string,
    ): Promise<OverrideAnswer> => {
      for (const [overridden, named] of Object.entries(modules)) {
        const [module = ''] = overridden.split(':')
        // What stands, or stood, is no secret of its team: others look at their own version beside it.
        if (!isStanding(module, named)) asker.mayDo('deploy', module)
      }
      const sight = { ...(rev === undefined ? {} : await past.shownAt(rev)), ...modules }
      if (Object.keys(sight).length === 0) throw invalid({ modules: 'Say which.' })
      for (const [module, named] of Object.entries(sight)) {
        if (ModuleVersion.safeParse(named).success) await operations.mustBeDeployed(module, named)
      }
      const forMs = minutes * 60_000
      return {
        link: linkWith(visitors.overrideToken(sight, forMs), origin),
        until: new Date(Date.now() + forMs).toISOString(),
      }
    },
  }
}
