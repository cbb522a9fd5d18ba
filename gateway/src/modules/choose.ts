import { isShellDocument, type ModuleDocument, ModuleDraft, SWITCHED_OFF, SWITCHED_ON } from '@griot/contracts/modules'
import { type Chosen, chooseFor, NOTHING_OVERRIDDEN, type Overridden } from './assignment.ts'
import type { ReadDraft } from './drafts.ts'
import type { Registry, Shell, Snapshot } from './registry.ts'
import type { Sight } from './visitors.ts'

/** The version that an override means now; null for a draft that is not there. */
export type VersionNamed = (module: string, named: string) => Promise<string | null>

export const createVersionNamed =
  (readDraft: ReadDraft): VersionNamed =>
  async (module, named) =>
    ModuleDraft.safeParse(named).success ? readDraft(module, named) : named

/** Which version of everything somebody is shown, by what stands and by what they chose; null while no shell stands. */
export const createChoose = (registry: Registry, versionNamed: VersionNamed) => {
  /** Versions that do not exist are passed over: an override can outlive what it names. */
  const overriddenBy = async ({ overrides }: Sight): Promise<Overridden> => {
    const wanted = Object.entries(overrides)
    if (wanted.length === 0) return NOTHING_OVERRIDDEN
    const modules = new Map<string, ModuleDocument>()
    const off = new Set<string>()
    const flags = new Map<string, boolean>()
    let shell: Shell | null = null
    for (const [module, named] of wanted) {
      if (module.includes(':')) {
        flags.set(module, named === SWITCHED_ON)
        continue
      }
      if (named === SWITCHED_OFF) off.add(module)
      const version = await versionNamed(module, named)
      if (version === null) continue
      if (module === 'shell') {
        shell = await registry.shell(version)
        continue
      }
      const document = await registry.document(module, version)
      if (document && !isShellDocument(document)) modules.set(module, document)
    }
    return { shell, modules, off, flags }
  }

  return async (sight: Sight): Promise<{ snapshot: Snapshot; chosen: Chosen } | null> => {
    const snapshot = registry.current()
    const chosen = snapshot && chooseFor(snapshot, sight, await overriddenBy(sight))
    return snapshot && chosen && { snapshot, chosen }
  }
}
