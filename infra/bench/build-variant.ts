import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBuild } from '@griot/module-registry/publish'
import type { ApiClient } from '@griot/service-kit/testing/api-client'

export const postToRegistry = async (team: ApiClient, path: string, body: unknown): Promise<unknown> => {
  const response = await team.fetch(`/mfe/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const BUILD_ID = /-g([0-9a-f]{8})$/

/** Makes another version of a built module with the same code: replaces the build id and all hashes that depend on it. */
export const buildVariant = async (dist: string, folder: string, number: number) => {
  await rm(folder, { recursive: true, force: true })
  await cp(dist, folder, { recursive: true })
  const document = await readBuild(dist)
  const buildId = BUILD_ID.exec(document.version)?.[1] ?? ''
  const variantId = createHash('sha256').update(`${buildId} ${number}`).digest('hex').slice(0, buildId.length)
  let described = JSON.stringify(document)
  const hashes: [string, string][] = []
  // The entry is last, because it contains the hashes of all other scripts.
  const scripts = Object.keys(document.files).filter((name) => name.endsWith('.js'))
  for (const name of scripts.toSorted((a, b) => Number(a === 'remoteEntry.js') - Number(b === 'remoteEntry.js'))) {
    let text = (await readFile(join(folder, name), 'utf8')).replaceAll(buildId, variantId)
    for (const [old, replacement] of hashes) text = text.replaceAll(old, replacement)
    await writeFile(join(folder, name), text)
    hashes.push([document.files[name]?.sri ?? '', `sha384-${createHash('sha384').update(text).digest('base64')}`])
  }
  for (const [old, replacement] of hashes) described = described.replaceAll(old, replacement)
  await writeFile(join(folder, 'module.json'), described.replaceAll(buildId, variantId))
  return readBuild(folder)
}
