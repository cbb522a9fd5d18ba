import type { ModuleDocument, ShellDocument } from '@griot/contracts/modules'
import semver from 'semver'

export interface Misfit {
  id: 'C3' | 'C4' | 'C6'
  says: string
}

/** Why a module cannot run in a shell, for its team to read; null when it can. */
export const shellRefuses = ({ version, built, provides }: ShellDocument, module: ModuleDocument): Misfit | null => {
  const shell = `shell ${version}`
  if (!provides.contracts.includes(module.contract)) {
    return { id: 'C3', says: `${shell} knows no contract ${module.contract}.` }
  }
  if (!semver.satisfies(provides.shellSdk, module.requires.shellSdk)) {
    return { id: 'C4', says: `${shell} brings SDK ${provides.shellSdk}, and ${module.requires.shellSdk} is needed.` }
  }
  for (const [name, range] of Object.entries(module.requires.shared)) {
    const given = provides.shared[name]
    if (given === undefined) return { id: 'C4', says: `${shell} does not share ${name}.` }
    if (!semver.satisfies(given, range)) {
      return { id: 'C4', says: `${shell} brings ${name} ${given}, and ${range} is needed.` }
    }
  }
  if (built.mf !== module.built.mf) {
    return { id: 'C6', says: `${shell} loads modules by ${built.mf}, and this was built for ${module.built.mf}.` }
  }
  return null
}

/** A version that stands, and that the shell which stands cannot run: people see its fallbacks, or an earlier version. */
export interface NotShown {
  module: string
  version: string
  /** For its team to read. */
  says: string
}

export const notShownIn = (shell: ShellDocument, modules: Iterable<ModuleDocument>): NotShown[] =>
  [...modules].flatMap((document) => {
    const misfit = shell.carries?.[document.module] ? null : shellRefuses(shell, document)
    const { module, version } = document
    return misfit ? [{ module, version, says: `${misfit.says} Build it with this release and deploy it anew.` }] : []
  })
