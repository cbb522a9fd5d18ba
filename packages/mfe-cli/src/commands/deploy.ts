import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { VersionDocument } from '@griot/contracts/modules'
import { checkTypes } from '../check-types.ts'
import { type Client, Refused } from '../client.ts'
import type { Call, Command } from '../command.ts'
import { compareTypes, declaredInFolder, settleTypes } from '../compare-types.ts'
import { EXIT, Stop } from '../outcome.ts'
import { previewName } from '../preview-name.ts'
import { showChecks } from '../show.ts'
import { promote } from './release.ts'

const AT_ONCE = 4

/** `mfe deploy [dist]`: brings a built version in. Nobody sees it before it is promoted. */
export const deploy: Command = async (call) => {
  const { client, words, options, out, cwd } = call
  const dist = path.resolve(cwd, words[0] ?? 'dist')
  const preview = options.preview === undefined ? undefined : previewName(options.preview)
  const document = await readBuild(dist)
  const name = `${document.module}@${document.version}`
  out.line(`Deploying ${name} to ${client.origin}`)

  const checked = out.begin('Checking the types')
  checked(await checkTypes(dist))
  const compared = out.begin('Comparing them with what people have')
  const fit = await compareTypes(client, declaredInFolder(document, dist), dist)
  compared(fit.check.outcome === 'ok' ? 'they fit' : 'see below')
  if (fit.check.outcome === 'refuse' && !options.force) throw new Stop(EXIT.refused, `C9  ${fit.check.says}`)
  const { missing } = await client.plan(document)
  const uploaded = out.begin(sayUpload(document, missing))
  await upload(client, document, dist, missing)
  uploaded(missing.length === 0 ? 'good' : 'uploaded')
  const done = out.begin('Storing the version')
  const isNew = await commit(client, document)
  done(isNew ? 'stored' : 'it was there already, just so')
  for (const comparison of fit.compared) await client.tellCompared(document, comparison)
  await settleTypes(client, document, dist)
  const { checks } = await client.checks(document.module, document.version)
  out.facts({ module: document.module, version: document.version, isNew, checks })
  const isReleased = options.promote || options.canary !== undefined
  // Who releases it at once reads the same from the change.
  if (isNew && !isReleased) showChecks(out, checks)
  if (preview !== undefined) await showPreview(call, document, preview)
  if (isReleased) return promote({ ...call, words: [name] })
  out.line()
  out.line(`Look at it    mfe override ${document.module}=${document.version}`)
  out.line(`Release it    mfe promote ${name} [--canary 5]`)
}

const showPreview = async ({ client, out }: Call, { module, version }: VersionDocument, preview: string) => {
  const { link } = await client.moveDraft(module, preview, version)
  out.facts({ preview: { name: preview, link } })
  out.line()
  out.line(`Preview       ${link}`)
  out.line('              It stays the same for the branch, and goes two weeks after its last build.')
}

/** Brings a build in without a word. */
export const bringIn = async (client: Client, document: VersionDocument, dist: string) => {
  const { missing } = await client.plan(document)
  await upload(client, document, dist, missing)
  await commit(client, document)
}

/** False when it was there already, just so. */
const commit = async (client: Client, document: VersionDocument) => {
  try {
    await client.commit(document)
    return true
  } catch (error) {
    if (!(error instanceof Refused) || error.apiCode !== 'version.exists') throw error
    return false
  }
}

export const readBuild = async (dist: string) => {
  const text = await readFile(path.join(dist, 'module.json'), 'utf8').catch(() => {
    throw new Stop(EXIT.refused, `${dist} holds no module.json.`, ['Build the module first: npm run build.'])
  })
  return VersionDocument.parse(JSON.parse(text))
}

const sayUpload = ({ files }: VersionDocument, missing: readonly string[]) => {
  const bytes = missing.reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0)
  const kept = Object.keys(files).length - missing.length
  if (missing.length === 0) return `Nothing to upload: all ${kept} files are there`
  return `Uploading ${missing.length} files, ${kB(bytes)}${kept > 0 ? ` (${kept} are there already)` : ''}`
}

const upload = async (client: Client, document: VersionDocument, dist: string, missing: readonly string[]) => {
  const waiting = [...missing]
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await client.putFile(document, dist, name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
