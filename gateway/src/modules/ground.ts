import type { CheckResult } from '@griot/contracts/module-pointer'
import type { VersionHealth } from '@griot/contracts/module-registry'
import { API_PARTS, isShellDocument, type ModuleDocument, type VersionDocument } from '@griot/contracts/modules'
import { blobKey } from '@griot/module-registry/blobs'
import { whyBlocked } from '@griot/module-registry/blocked'
import { checkModule, checkReturn, checkShell, type Ground } from '@griot/module-registry/checks/checks'
import { refuse } from '@griot/module-registry/checks/outcomes'
import { checkTypes, uncompared } from '@griot/module-registry/checks/types'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { faultiness, slowness } from './judge.ts'
import { type Registry, type Snapshot, versionsIn } from './registry.ts'
import type { Compared } from './types-compared.queries.ts'

interface Options {
  store: RegistryStore
  registry: Registry
  /** Shells that tabs have reported within a day. */
  liveShells(): Promise<readonly string[]>
  health(): Promise<VersionHealth[]>
  /** What compilers have said of the version's types. */
  compared(document: VersionDocument): Promise<Compared>
}

/** What a version is checked against: everything that people may have in front of them now. */
export const createGround = ({ store, registry, liveShells, health, compared }: Options) => {
  const shells = async (snapshot: Snapshot | null) => {
    const standing = snapshot?.shell ? versionsIn(snapshot.shell) : []
    // Without telemetry only what stands is known; that must not stop a rollback.
    const seen = await liveShells().catch(() => [])
    const known = new Set(standing.map(({ version }) => version))
    const others = await Promise.all(
      seen.filter((version) => !known.has(version)).map((version) => registry.document('shell', version)),
    )
    return [...standing, ...others.filter((shell) => shell !== null && isShellDocument(shell))]
  }

  const groundFor = async (module: ModuleDocument): Promise<Ground> => {
    const snapshot = registry.current()
    const modules = [...(snapshot?.modules ?? [])]
    return {
      shells: await shells(snapshot),
      others: modules.filter(([name]) => name !== module.module).map(([, { stable }]) => stable),
      standing: snapshot?.modules.get(module.module)?.stable ?? null,
      api: API_PARTS,
      read: (file) => store.read(blobKey(module.files[file]?.sri ?? '')),
    }
  }

  const carried = () => [...(registry.current()?.modules.values() ?? [])].flatMap(versionsIn)

  /** What a version's types must fit. */
  const typedBeside = async (document: VersionDocument) =>
    isShellDocument(document) ? carried() : shells(registry.current())

  /** A candidate that people have to wait for, or that meets faults; what nobody has measured says nothing. */
  const checkHealth = async ({ module, version }: VersionDocument): Promise<CheckResult[]> => {
    const measured = (await health().catch(() => [])).filter((one) => one.module === module)
    const standing = registry.current()?.pointer.modules[module]?.stable
    const of = (wanted: string | undefined) => measured.find((one) => one.version === wanted)
    const [own, other] = [of(version), of(standing)]
    return [slowness(own, other), faultiness(own, other)].flatMap((says) =>
      says === null ? [] : [{ id: 'C8', outcome: 'warn', says }],
    )
  }

  const checkBlocked = ({ module, version }: VersionDocument): CheckResult[] => {
    const standing = registry.current()?.pointer.modules[module]
    const reason = standing ? whyBlocked(standing, version) : null
    return reason === null ? [] : [refuse('C13', `It is blocked: ${reason}.`)]
  }

  return {
    /** Asked of what would become new to people. */
    checksFor: async (document: VersionDocument) => {
      // Another copy of the gateway may have moved things a moment ago.
      await registry.refresh()
      const checks = isShellDocument(document)
        ? checkShell(document, carried())
        : await checkModule(document, await groundFor(document))
      const types = checkTypes(document, await typedBeside(document), await compared(document))
      return [...checks, ...types, ...checkBlocked(document), ...(await checkHealth(document))]
    },
    /** Versions that only a compiler can compare its types with, and none has; as `module@version`. */
    uncompared: async (document: VersionDocument) => {
      await registry.refresh()
      return uncompared(document, await typedBeside(document), await compared(document))
    },
    /** Asked of what has stood before. */
    checksForReturn: async (document: VersionDocument) => {
      await registry.refresh()
      const checks = isShellDocument(document)
        ? checkShell(document, carried())
        : checkReturn(document, await groundFor(document))
      return [...checks, ...checkBlocked(document)]
    },
  }
}
