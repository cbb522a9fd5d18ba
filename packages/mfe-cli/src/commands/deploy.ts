import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@griot/contracts/errors'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { VersionSource } from '@griot/contracts/module-registry'
import { isShellDocument, VersionDocument } from '@griot/contracts/modules'
import { type Client, hasCode } from '../client.ts'
import { type Command, linkToPage, previewName } from '../command.ts'
import { checkTypes, compareTypes, saveComparisons } from '../compare-types.ts'
import { describeBuild } from '../describe-build.ts'
import { refused } from '../output.ts'
import { showChecks } from '../show.ts'
import { readSource } from '../source.ts'
import { testInBrowser } from './inspect.ts'
import { promote } from './release.ts'

const CONCURRENT_UPLOADS = 4

export const deploy: Command = async (call) => {
  const { client, words, options, out, cwd } = call
  const dist = path.resolve(cwd, words[0] ?? 'dist')
  const preview = options.preview === undefined ? undefined : previewName(options.preview)
  const document = await readBuild(dist)
  const { module, version } = document
  const params = { module, version }
  out.line(`Deploying ${module}@${version} to ${client.origin}`)

  const checked = out.begin('Checking the types')
  checked(await checkTypes(dist))
  const comparing = out.begin('Comparing them with the released versions')
  const read = (name: string) => readFile(path.join(dist, name), 'utf8')
  const { check, compared } = await compareTypes(client, { document, read }, dist)
  comparing(check.outcome === 'ok' ? 'they fit' : 'see below')
  if (check.outcome === 'refuse' && !options.force) throw refused(`C9  ${check.says}`)
  const missing = await missingFiles(client, document)
  const uploaded = out.begin(uploadText(document, missing))
  await upload(client, document, dist, missing)
  uploaded(missing.length === 0 ? 'skipped' : 'uploaded')
  const stored = out.begin('Storing the version')
  const isNew = await commit(client, document, await readSource(dist))
  stored(isNew ? 'stored' : 'already stored')
  for (const body of compared) await client.send(RegistryApi.saveComparison, { params, body })
  await saveComparisons(client, document, dist)
  const { checks } = await client.send(RegistryApi.checkVersion, { params })
  out.facts({ module, version, isNew, checks })
  const isReleased = options.promote || options.canary !== undefined || options.ramp !== undefined
  // A release shows the same checks.
  if (isNew && !isReleased) showChecks(out, checks)
  if (preview !== undefined) {
    const moved = await moveDraft(client, document, preview)
    const link = moved.link && linkToPage(moved.link, options.path ?? firstPage(document))
    out.facts({ preview: { name: preview, link } })
    out.line(`\nPreview       ${link}`)
    out.line('              The link never changes. It is deleted two weeks after the last build of the branch.')
  }
  if (options.browser) await testInBrowser(call, module, version)
  if (isReleased) return promote({ ...call, words: [`${module}@${version}`] })
  out.line(`\nLook at it    mfe override ${module}=${version}`)
  out.line(`Release it    mfe promote ${module}@${version} --canary 5`)
  if (!options.browser) out.line(`Test it       mfe verify ${module}@${version} --browser`)
  out.line(`              mfe promote ${module}@${version}`)
}

/** The first page without parameters. */
const firstPage = (document: VersionDocument) =>
  isShellDocument(document) ? undefined : document.contributes.routes.find(({ path }) => !path.includes(':'))?.path

export const moveDraft = (client: Client, { module, version }: VersionDocument, draft: string) =>
  client.send(RegistryApi.moveDraft, { params: { module, draft }, body: { version } })

/** Deploys a build without checks or output. */
export const deployQuietly = async (client: Client, document: VersionDocument, dist: string) => {
  await upload(client, document, dist, await missingFiles(client, document))
  await commit(client, document)
}

const missingFiles = async (client: Client, document: VersionDocument) => {
  const params = { module: document.module }
  return (await client.send(RegistryApi.planDeployment, { params, body: { document } })).missing
}

/** False if the same version is already deployed. */
const commit = async (client: Client, document: VersionDocument, source?: VersionSource): Promise<boolean> => {
  const params = { module: document.module }
  try {
    await client.send(RegistryApi.deployVersion, { params, body: source ? { document, source } : { document } })
    return true
  } catch (error) {
    // A gateway of an earlier release rejects the field `source`.
    if (source && error instanceof ApiError && error.status === 400) return commit(client, document)
    if (hasCode(error, 'version.exists')) return false
    throw error
  }
}

export const readBuild = async (dist: string): Promise<VersionDocument> => {
  const text = await readFile(path.join(dist, 'module.json'), 'utf8').catch(() => null)
  return text === null ? describeBuild(dist) : VersionDocument.parse(JSON.parse(text))
}

const uploadText = ({ files }: VersionDocument, missing: readonly string[]) => {
  const bytes = missing.reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0)
  const stored = Object.keys(files).length - missing.length
  if (missing.length === 0) return `Uploading nothing: all ${stored} files are stored`
  return `Uploading ${missing.length} files, ${(bytes / 1000).toFixed(1)} kB${stored > 0 ? ` (${stored} are stored)` : ''}`
}

const upload = async (client: Client, document: VersionDocument, dist: string, missing: readonly string[]) => {
  const queue = [...missing]
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      await client.uploadFile(document, dist, name)
  }
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, work))
}
