import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isShellDocument } from '@griot/contracts/modules'
import { integrityOf } from '@griot/module-registry/blobs'
import { readBuild } from '@griot/module-registry/publish'
import { describe, expect, it } from 'vitest'
import { CHUNK, ENTRY, fileOf, prepareDrills, STYLES } from './drills.ts'
import type { FaultKind } from './modules-house.ts'
import { partOf } from './probe-parts.ts'
import { soundGoesOn } from './sound.ts'

/** What the shell says of a page whose module says nothing. */
const NO_TEXT = 'This page is unavailable right now. What is playing goes on.'

// Every way in which a module can fail to come, in a real browser, while someone listens. Nothing a module does may be heard.
// The numbers are those of the table in docs/modules.md.
describe('however a module comes or does not come, the sound goes on', () => {
  const drills = prepareDrills()
  const { text, follow, press, heard, hasTold, isAskedFor, playOnFirst, playOnSecond, bringSecond, fault } = drills

  it('D1 its entry is not found, fails and is cut off: three tries by three addresses', async () => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, ENTRY), 'not-found')
    drills.house().break(fileOf(second, ENTRY, 1), 'failure')
    drills.house().break(fileOf(second, ENTRY, 2), 'reset')
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
    await hasTold(second, 'load_fail')
    expect(drills.house().told.find(({ kind }) => kind === 'load_fail')).toMatchObject({ stage: 'entry' })
    for (const attempt of [0, 1, 2]) expect(isAskedFor(fileOf(second, ENTRY, attempt))).toBe(true)
    expect(isAskedFor(fileOf(second, ENTRY, 3))).toBe(false)
  })

  it('D2 its entry hangs, and the second try goes by another address', async () => {
    await bringHanging(ENTRY)

    const { second } = drills.versions()
    for (const place of [fileOf(second, ENTRY), fileOf(second, ENTRY, 1)]) {
      expect(drills.house().requests.filter((asked) => place.test(asked))).toHaveLength(1)
    }
  })

  it('D2 its entry hangs at every address, and the last good version stands in after ten seconds', async () => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, ENTRY, 'any'), 'hang')
    await drills.takeClock()
    await playOnFirst()
    await bringSecond()
    await expect.poll(() => isAskedFor(fileOf(second, ENTRY))).toBe(true)

    await drills.page().clock.fastForward(4000)
    await expect.poll(() => isAskedFor(fileOf(second, ENTRY, 1))).toBe(true)
    await drills.page().clock.fastForward(6000)
    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
  })

  it('D3 its chunk hangs, and the second try goes by another address', () => bringHanging(CHUNK))

  it('D3 its chunk and then its styles are not found, and what comes in the end is styled', async () => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, CHUNK), 'not-found')
    drills.house().break(fileOf(second, STYLES, 1), 'not-found')
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 2')
    await follow('probe')
    await text('Probe build 2')
    // From the moment in which it was there.
    expect(await drills.paddingAtFirst('Probe build 2')).toBe('16px')
    await soundGoesOn(drills.page())
    expect(isAskedFor(fileOf(second, STYLES, 2))).toBe(true)
  })

  it.each<[string, string, FaultKind]>([
    ['D1 its entry is answered with a page', ENTRY, 'page'],
    ['D4 its styles are answered with a page', STYLES, 'page'],
    ['D6 its entry arrives changed', ENTRY, 'tamper'],
    ['D6 its chunk arrives changed', CHUNK, 'tamper'],
    ['D6 its styles arrive changed', STYLES, 'tamper'],
  ])('%s', async (_, file, kind) => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, file, 'any'), kind)
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
    await hasTold(second, 'integrity_fail')
    // What arrives changed is not asked for again, and nothing of it runs or is drawn.
    expect(isAskedFor(fileOf(second, ENTRY, 1))).toBe(false)
    expect(await drills.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
    expect(await drills.page().evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('9px')
  })

  it.each<[string, string, FaultKind, number]>([
    ['D1 its entry is not found', ENTRY, 'not-found', 2],
    ['D3 its chunk is cut off', CHUNK, 'reset', 2],
    ['D6 its entry arrives changed', ENTRY, 'tamper', 1],
    ['D6 its chunk arrives changed', CHUNK, 'tamper', 1],
  ])('%s while its page is opened', async (_, file, kind, shown) => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, file, kind === 'tamper' ? 'any' : 0), kind)
    await drills.stand(second)
    await drills.page().goto(`${drills.house().origin}/probe/7`, { waitUntil: 'commit' })

    await text(`Probe build ${shown}`)
    await press('play')
    await soundGoesOn(drills.page(), 0)
    await hasTold(second, kind === 'tamper' ? 'integrity_fail' : 'load_ok')
    expect(isAskedFor(fileOf(second, ENTRY, 1))).toBe(kind !== 'tamper')
    expect(await drills.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
  })

  it('D6 a part of a page arrives changed: it does not run, and the last good version stands in', async () => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, await partOf(drills.dists()[1]), 'any'), 'tamper')
    await playOnSecond()
    await press('more')
    // Mounted once again after the first crash.
    await hasTold(second, 'render_fail')
    await press('more')

    await text('Probe build 1')
    await soundGoesOn(drills.page())
    await hasTold(second, 'integrity_fail')
    expect(await drills.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
  })

  it.each([
    ['D5 it throws while it is evaluated', 'evaluate', 'load_fail'],
    ['D8 it keeps another contract', 'contract', 'contract_fail'],
    ['D8 its setup throws', 'setup', 'contract_fail'],
    ['D8 it does not bring a page it announces', 'missing-route', 'contract_fail'],
  ])('%s', async (_, at, kind) => {
    const { second } = drills.versions()
    await fault('2', at)
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
    await hasTold(second, kind)
    expect(isAskedFor(fileOf(second, ENTRY, 1))).toBe(false)
  })

  it('D5 it throws while it is evaluated, again when it is asked for again, and is never handed out empty', async () => {
    const { second } = drills.versions()
    await drills.page().route('**/mfe/v1/assignment*', async (route) => {
      const response = await route.fetch()
      const assignment = await response.json()
      assignment.modules.probe.lkg = null
      await route.fulfill({ response, json: assignment })
    })
    await fault('2', 'evaluate')
    await playOnFirst()
    await bringSecond()
    await text(NO_TEXT)
    await hasTold(second, 'load_fail')
    await press('Retry')
    await hasTold(second, 'load_fail', 2)

    await text(NO_TEXT)
    await soundGoesOn(drills.page())
  })

  it('D8 its setup never ends', async () => {
    await drills.takeClock()
    await fault('2', 'setup-hangs')
    await playOnFirst()
    await bringSecond()
    await drills.page().waitForFunction(() => 'probeHangs' in globalThis)

    await drills.page().clock.fastForward(4000)
    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
  })

  it('D7 nobody vouches for its entry', async () => {
    const { second } = drills.versions()
    await drills.page().route('**/mfe/v1/assignment*', async (route) => {
      const response = await route.fetch()
      const assignment = await response.json()
      assignment.modules.probe.integrity = ''
      await route.fulfill({ response, json: assignment })
    })
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(drills.page())
    expect(drills.house().requests.filter((asked) => asked.includes(second))).toEqual([])
  })

  it.each([
    ['is built for an older SDK, and keeps working', '^1.0.0', 'Other probe, build 2'],
    ['needs a newer SDK than this shell has, and was let in all the same', '^99.0.0', 'Other probe, build 1'],
  ])('D13 it %s', async (_, range, shown) => {
    const { version, dist } = await builtForSdk(range)
    try {
      await drills.house().publish(dist)
      await drills.stand(drills.versions().first)
      await playOnFirst()
      await bringSecond(version)

      await text(shown)
      await soundGoesOn(drills.page())
      await hasTold(version, shown.endsWith('2') ? 'load_ok' : 'load_fail')
    } finally {
      await rm(dist, { recursive: true })
    }
  })

  /** A file of the second version hangs at its first address; four seconds later it is asked for by another. */
  const bringHanging = async (file: string) => {
    const { second } = drills.versions()
    drills.house().break(fileOf(second, file), 'hang')
    await drills.takeClock()
    await playOnFirst()
    await heard(() => drills.stand(second))
    // It stands still from here on: what is shown for a second only must not go by before it was seen.
    await drills.page().clock.pauseAt((await drills.page().evaluate(() => Date.now())) + 10_000)
    await follow('other')
    await expect.poll(() => isAskedFor(fileOf(second, file))).toBe(true)

    await drills.page().clock.fastForward(3000)
    await text('Still loading Other probe…')
    await drills.page().clock.fastForward(1000)
    await drills.page().clock.resume()
    await text('Other probe, build 2')
    await soundGoesOn(drills.page())
    expect(isAskedFor(fileOf(second, file, 1))).toBe(true)
  }

  /** The second build, as if it had been made for another version of the SDK. */
  const builtForSdk = async (range: string) => {
    const dist = await mkdtemp(path.join(os.tmpdir(), 'griot-other-sdk-'))
    await cp(drills.dists()[1] ?? '', dist, { recursive: true })
    const document = await readBuild(dist)
    if (isShellDocument(document)) throw new Error('The probe is no shell.')
    const { entry, files, requires } = document
    const source = await readFile(path.join(dist, entry), 'utf8')
    const other = source.replaceAll(`"${requires.shellSdk}"`, `"${range}"`)
    expect(other).not.toBe(source)
    await writeFile(path.join(dist, entry), other)
    const version = `${document.version.split('-g')[0]}-g${range.startsWith('^1') ? '10000000' : '99000000'}`
    const known = files[entry]
    const changed = { ...files, [entry]: { ...known, sri: integrityOf(Buffer.from(other)) } }
    await writeFile(path.join(dist, 'module.json'), JSON.stringify({ ...document, version, files: changed }))
    return { version, dist }
  }
})
