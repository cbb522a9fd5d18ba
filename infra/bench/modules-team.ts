import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBuild } from '@griot/module-registry/publish'
import type { Visitor } from '@griot/service-kit/visitor'

/** A team says something to the registry. */
export const tell = async (team: Visitor, path: string, body: unknown): Promise<unknown> => {
  const response = await team.fetch(`/mfe/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const MARK = /-g([0-9a-f]{8})$/

/**
 * Another version of a built module that does the same: the mark of the build is another one, wherever it stands, and so
 * is every hash that depends on it.
 */
export const buildTwin = async (dist: string, folder: string, number: number) => {
  await rm(folder, { recursive: true, force: true })
  await cp(dist, folder, { recursive: true })
  const document = await readBuild(dist)
  const mark = MARK.exec(document.version)?.[1] ?? ''
  const twinMark = createHash('sha256').update(`${mark} ${number}`).digest('hex').slice(0, mark.length)
  let described = JSON.stringify(document)
  const hashes: [string, string][] = []
  // The entry comes last: it holds the hashes of all others.
  const scripts = Object.keys(document.files).filter((name) => name.endsWith('.js'))
  for (const name of scripts.toSorted(
    (one, other) => Number(one === 'remoteEntry.js') - Number(other === 'remoteEntry.js'),
  )) {
    let text = (await readFile(join(folder, name), 'utf8')).replaceAll(mark, twinMark)
    for (const [known, other] of hashes) text = text.replaceAll(known, other)
    await writeFile(join(folder, name), text)
    hashes.push([document.files[name]?.sri ?? '', `sha384-${createHash('sha384').update(text).digest('base64')}`])
  }
  for (const [known, other] of hashes) described = described.replaceAll(known, other)
  await writeFile(join(folder, 'module.json'), described.replaceAll(mark, twinMark))
  return readBuild(folder)
}
