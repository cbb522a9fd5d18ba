// The operations of the registry API on versions.

import type { DeployedVersions, DeployRequest } from '@griot/contracts/module-registry'
import { isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { blockedReason } from '@griot/module-registry/blocked-versions'
import { findImpossible, findIncompatibility } from '@griot/module-registry/checks/shell-compatibility'
import { collectVersions } from '@griot/module-registry/collect-versions'
import { claimVersion, commitVersion, listVersions, missingFiles, readDeployer } from '@griot/module-registry/versions'
import { AppError } from '@griot/service-kit/http/errors'
import type { z } from 'zod'
import { listDrafts } from './drafts.queries.ts'
import type { Platform, Registry } from './registry.ts'
import { checkRelease } from './release-checks.ts'
import { readLiveVersions } from './reports.queries.ts'

/** The checks that a version must pass to be stored. The others run before it is shown to users. */
const REQUIRED_AT_DEPLOY = ['C1', 'C2', 'C14']

/** Throws 404 if the version does not exist. Protects it from removal for a day, so that it can be used. */
export const requireVersion = async (
  { store, registry }: Pick<Platform, 'store' | 'registry'>,
  module: string,
  version: string,
) => {
  const exists = await claimVersion(store, { module, version })
  const document = exists ? await registry.document(module, version) : null
  if (!document) throw new AppError(404, 'version.not_found', `${module} ${version} does not exist.`)
  return document
}

/** Creates a version of stored files. Returns the results of the release checks. */
export const deployVersion = async (
  platform: Platform,
  { document, source }: z.output<typeof DeployRequest>,
  by: string,
) => {
  const missing = await missingFiles(platform.store, document)
  const checks = missing.length > 0 ? [] : await checkRelease(platform, document)
  const failed = checks.filter(({ id, outcome }) => outcome === 'refuse' && REQUIRED_AT_DEPLOY.includes(id))
  if (failed.length > 0) {
    const fields = Object.fromEntries(failed.map(({ id, says }) => [id, says]))
    throw new AppError(422, 'version.broken', 'This version cannot be stored.', { fields })
  }
  const shell = platform.registry.current()?.shell?.stable
  const impossible = shell && !isShellDocument(document) ? findImpossible(shell, document) : null
  if (impossible !== null) {
    throw new AppError(422, 'version.broken', 'The shell cannot run this version.', { fields: { C4: impossible } })
  }
  await commitVersion(platform.store, document, by, source)
  return checks
}

type Deployed = DeployedVersions['versions'][number]

/** Deployed versions of a module, newest first, without development builds. */
export const listDeployed = async ({ store, registry }: Platform, module: string, limit: number) => {
  const describe = async (version: string): Promise<Deployed[]> => {
    const [document, deployed] = await Promise.all([
      registry.document(module, version),
      readDeployer(store, module, version),
    ])
    if (!document || document.built.watcher) return []
    const { by, at, source = null } = deployed ?? {}
    const deployer = by === undefined || at === undefined ? null : { by, at }
    return [{ version, deployed: deployer, source, misfit: problemOf(registry, document) }]
  }
  const names = await listVersions(store, module)
  const all = (await Promise.all(names.map(({ version }) => describe(version)))).flat()
  return all.sort((one, other) => (other.deployed?.at ?? '').localeCompare(one.deployed?.at ?? '')).slice(0, limit)
}

/** Why the version cannot run now; null if it can. */
const problemOf = (registry: Registry, document: VersionDocument) => {
  const reason = blockedReason(registry.current()?.pointer.modules[document.module] ?? {}, document.version)
  if (reason !== null) return `It is blocked: ${reason}.`
  const shell = registry.current()?.shell?.stable
  return shell && !isShellDocument(document) ? (findIncompatibility(shell, document)?.says ?? null) : null
}

/** Removes old versions of one module or of all. Keeps versions that tabs ran within a day and versions of drafts. */
export const collectUnused = async ({ db, store }: Platform, input: { module?: string; isDry: boolean }) => {
  const drafts = (await listDrafts(db)).map(({ module, version }) => `${module}@${version}`)
  return collectVersions({ store, ...input, alive: new Set([...(await readLiveVersions(db)), ...drafts]) })
}
