import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promote } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Firefox, hasFirefox, openFirefox } from '../../infra/testing/firefox.ts'
import { BY, CHUNK, ENTRY, fileOf } from './drills.ts'
import { builtProbes, type House, openHouse, ROOT } from './modules-house.ts'

const LISTEN = `
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () { globalThis.sound = this; return play.call(this) }`

// The drills that a browser may answer in its own way, once more in another one than the others.
describe.skipIf(!hasFirefox)('modules in Firefox', () => {
  let folder: string
  let house: House
  let firefox: Firefox
  let first: string
  let second: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-firefox-house-'))
    const dists = await builtProbes()
    const modulesDir = path.join(folder, 'modules')
    house = await openHouse({ modulesDir, shellDir: path.join(ROOT, 'shell/dist'), notKept: /^\/m\// })
    for (const dist of dists) await house.publish(dist)
    const [one = '', other = ''] = (await Promise.all(dists.map((dist) => readBuild(dist)))).map(
      ({ version }) => version,
    )
    first = one
    second = other
    firefox = await openFirefox()
    await firefox.before(LISTEN)
  })
  afterAll(async () => {
    await firefox?.close()
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    house.heal()
    await stand(first)
  })
  afterEach(() => firefox.goto('about:blank'))

  it('D1 an entry that is not found and then fails is asked for by other addresses', async () => {
    house.break(fileOf(first, ENTRY), 'not-found')
    house.break(fileOf(first, ENTRY, 1), 'failure')
    await open()

    for (const attempt of [0, 1, 2]) expect(isAskedFor(fileOf(first, ENTRY, attempt))).toBe(true)
  })

  it.each([
    ['entry', ENTRY],
    ['chunk', CHUNK],
  ])('D2, D3 the %s hangs, and the second try goes by another address', async (_, file) => {
    house.break(fileOf(first, file), 'hang')
    await open()

    expect(isAskedFor(fileOf(first, file, 1))).toBe(true)
  })

  it.each([
    ['entry', ENTRY],
    ['chunk', CHUNK],
  ])('D6 the %s arrives changed: nothing of it runs, and the last good version stands in', async (_, file) => {
    await stand(second)
    house.break(fileOf(second, file, 'any'), 'tamper')
    await open('Probe build 1')

    expect(await firefox.evaluate('globalThis.tampered')).toBeNull()
  })

  it('D14 a release comes with the next page of the module, and the sound goes on', async () => {
    await open()
    await press('button', 'play')
    await expect.poll(position).toBeGreaterThan(0.2)
    await stand(second)
    const known = `fetch('/mfe/v1/assignment').then((answer) => answer.json()).then(({ rev }) => rev)`
    expect(await firefox.evaluate(known)).toBeGreaterThan(0)
    await expect.poll(() => house.requests.filter((asked) => asked === '/mfe/v1/assignment').length).toBeGreaterThan(1)
    await press('a', 'other')

    await text('Other probe, build 2')
    const from = Number(await position())
    await expect.poll(position).toBeGreaterThan(from + 0.2)
  })

  const PATIENT = { timeout: 40_000, interval: 100 }
  const stand = (version: string) => house.move((pointer) => promote(pointer, { by: BY, module: 'probe', version }))
  const isAskedFor = (place: RegExp) => house.requests.some((asked) => place.test(asked))
  const position = () => firefox.evaluate('globalThis.sound?.currentTime ?? 0')
  const text = (wanted: string) =>
    expect.poll(() => firefox.evaluate('document.body.innerText'), PATIENT).toContain(wanted)
  const open = async (wanted = 'Probe build 1') => {
    await firefox.goto(`${house.origin}/probe/7`)
    await text(wanted)
  }
  const press = (kind: string, name: string) =>
    firefox.evaluate(
      `[...document.querySelectorAll('${kind}')].find((one) => one.textContent.trim() === '${name}').click()`,
    )
})
