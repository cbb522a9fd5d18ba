import type { RegistryStatus } from '@griot/contracts/module-registry'
import { CONTAINERS, type ModuleDocument, type ShellDocument } from '@griot/contracts/modules'
import semver from 'semver'

/** The reason why a shell cannot run a module; null if it can. */
export const findIncompatibility = ({ version, built, provides }: ShellDocument, module: ModuleDocument) => {
  const shell = `shell ${version}`
  if (!provides.contracts.includes(module.contract)) {
    return { id: 'C3', says: `${shell} does not support contract ${module.contract}.` }
  }
  const requirements = { SDK: module.requires.shellSdk, ...module.requires.shared }
  const provided: Record<string, string> = { SDK: provides.shellSdk, ...provides.shared }
  for (const [name, range] of Object.entries(requirements)) {
    const given = provided[name]
    if (given === undefined) return { id: 'C4', says: `${shell} does not share ${name}.` }
    if (!semver.satisfies(given, range)) {
      return { id: 'C4', says: `${shell} provides ${name} ${given}, but the module requires ${range}.` }
    }
  }
  // Modules of `containers-1` bring their own runtime.
  if (built.mf === module.built.mf || module.built.mf === CONTAINERS) return null
  return {
    id: 'C6',
    says: `${shell} has the federation runtime ${built.mf}, but the module was built for ${module.built.mf}.`,
  }
}

/** The current versions that the current shell cannot run. Users get an earlier version or the fallbacks. */
export const findNotShown = (shell: ShellDocument, modules: readonly ModuleDocument[]): RegistryStatus['notShown'] =>
  modules.flatMap((document) => {
    const { module, version } = document
    const found = shell.carries?.[module] ? null : findIncompatibility(shell, document)
    return found ? [{ module, version, says: `${found.says} Build it with this release and deploy it again.` }] : []
  })
