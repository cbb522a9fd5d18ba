import type { RegistryStatus } from '@griot/contracts/module-registry'
import {
  CONTAINERS,
  type ModuleDocument,
  OWN_RUNTIME,
  SDK_WITH_MODULES,
  type ShellDocument,
} from '@griot/contracts/modules'
import semver from 'semver'

/** The reason why a shell cannot run a module; null if it can. */
export const findIncompatibility = ({ version, built, provides }: ShellDocument, module: ModuleDocument) => {
  const shell = `shell ${version}`
  if (!provides.contracts.includes(module.contract)) {
    return { id: 'C3', says: `${shell} does not support contract ${module.contract}.` }
  }
  if (module.entryType === 'module' && semver.lt(provides.shellSdk, SDK_WITH_MODULES)) {
    return { id: 'C3', says: `${shell} does not load ES modules.` }
  }
  for (const { name, range, given } of requirementsOf(provides, module)) {
    if (given === undefined) return { id: 'C4', says: `${shell} does not share ${name}.` }
    if (!semver.satisfies(given, range)) {
      return { id: 'C4', says: `${shell} provides ${name} ${given}, but the module requires ${range}.` }
    }
  }
  if ([built.mf, CONTAINERS, OWN_RUNTIME].includes(module.built.mf)) return null
  return {
    id: 'C6',
    says: `${shell} has the federation runtime ${built.mf}, but the module was built for ${module.built.mf}.`,
  }
}

const requirementsOf = (provides: ShellDocument['provides'], { requires }: ModuleDocument) => {
  const provided: Record<string, string> = { SDK: provides.shellSdk, ...provides.shared }
  return Object.entries({ SDK: requires.shellSdk, ...requires.shared }).map(([name, range]) => ({
    name,
    range,
    given: provided[name],
  }))
}

/** The requirement that no release of this shell's major versions can fulfil; null if there is nothing. */
export const findImpossible = ({ version, provides }: ShellDocument, module: ModuleDocument) => {
  const found = requirementsOf(provides, module).find(
    ({ range, given }) => given === undefined || !semver.intersects(range, `${semver.major(given)}.x`),
  )
  if (!found) return null
  return found.given === undefined
    ? `Shell ${version} does not share ${found.name}. Bundle it with the module.`
    : `It requires ${found.name} ${found.range}, but shell ${version} provides the major version ${semver.major(found.given)}.`
}

/** The current versions that the current shell cannot run. Users get an earlier version or the fallbacks. */
export const findNotShown = (shell: ShellDocument, modules: readonly ModuleDocument[]): RegistryStatus['notShown'] =>
  modules.flatMap((document) => {
    const { module, version } = document
    const found = shell.carries?.[module] ? null : findIncompatibility(shell, document)
    return found ? [{ module, version, says: `${found.says} Build it with this release and deploy it again.` }] : []
  })
