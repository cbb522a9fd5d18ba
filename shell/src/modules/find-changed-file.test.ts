import { createHash } from 'node:crypto'
import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findChangedFile } from './find-changed-file.ts'

const integrityOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

const ENTRY = 'http://localhost/m/points/v1/remoteEntry.js'
const release: ModuleRelease = {
  version: 'v1',
  container: 'mfe_points_v1',
  contract: 1,
  entry: '/m/points/v1/remoteEntry.js',
  integrity: integrityOf('entry'),
  initial: { 'a.js': integrityOf('chunk') },
}

const respondWith = (files: Record<string, () => Response>) =>
  vi.stubGlobal('fetch', async (place: string) => {
    const answer = files[place.slice(place.lastIndexOf('/') + 1)]
    if (!answer) throw new TypeError('network')
    return answer()
  })

describe('findChangedFile', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['is unchanged', { 'remoteEntry.js': () => new Response('entry'), 'a.js': () => new Response('chunk') }, null],
    [
      'has a changed entry',
      { 'remoteEntry.js': () => new Response('other'), 'a.js': () => new Response('chunk') },
      ENTRY,
    ],
    [
      'has a changed chunk',
      { 'remoteEntry.js': () => new Response('entry'), 'a.js': () => new Response('<html>') },
      'http://localhost/m/points/v1/a.js',
    ],
    ['is not found', { 'remoteEntry.js': () => new Response('no', { status: 404 }) }, null],
    ['does not load', {}, null],
  ])('checks a release that %s', async (_, files, changed) => {
    respondWith(files as Record<string, () => Response>)

    expect(await findChangedFile(release, ENTRY)).toBe(changed)
  })
})
