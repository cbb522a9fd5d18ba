import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isShellDocument } from '@griot/contracts/modules'
import { integrityOf } from '@griot/module-registry/blobs'
import { readBuild } from '@griot/module-registry/publish'
import { describe, expect, it } from 'vitest'
import { expectPlaying } from './audio.ts'
import { CHUNK, ENTRY, fileOf, lazyChunkOf, prepareFaultTests, STYLES } from './fault-harness.ts'
import type { FaultKind } from './module-server.ts'

/** The shell's text for a page whose module has no fallback text. */
const DEFAULT_TEXT = 'This page is unavailable right now. Playback continues.'

// Faults while a module loads and the user listens. The numbers are those of
// docs/modules-reference.md.
describe('the sound continues when a module', () => {
  const harness = prepareFaultTests()
  const {
    text,
    follow,
    press,
    untilNotified,
    hasReported,
    wasRequested,
    playOnFirst,
    playOnSecond,
    releaseSecond,
    fault,
  } = harness

  it('D1 has an entry that is not found, fails and is cut off: three attempts at three addresses', async () => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, ENTRY), 'not-found')
    harness.server().addFault(fileOf(second, ENTRY, 1), 'failure')
    harness.server().addFault(fileOf(second, ENTRY, 2), 'reset')
    await playOnFirst()
    await releaseSecond()

    await text('Other probe, build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'load_fail')
    expect(harness.server().reported.find(({ kind }) => kind === 'load_fail')).toMatchObject({ stage: 'entry' })
    for (const attempt of [0, 1, 2]) expect(wasRequested(fileOf(second, ENTRY, attempt))).toBe(true)
    expect(wasRequested(fileOf(second, ENTRY, 3))).toBe(false)
  })

  it('D2 has an entry that hangs: the second attempt uses another address', async () => {
    await releaseHanging(ENTRY)

    const { second } = harness.versions()
    for (const place of [fileOf(second, ENTRY), fileOf(second, ENTRY, 1)]) {
      expect(harness.server().requests.filter((requested) => place.test(requested))).toHaveLength(1)
    }
  })

  it('D2 has an entry that always hangs: the last known good version loads after ten seconds', async () => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, ENTRY, 'any'), 'hang')
    await harness.installClock()
    await playOnFirst()
    await releaseSecond()
    await expect.poll(() => wasRequested(fileOf(second, ENTRY))).toBe(true)

    await harness.page().clock.fastForward(4000)
    await expect.poll(() => wasRequested(fileOf(second, ENTRY, 1))).toBe(true)
    await harness.page().clock.fastForward(6000)
    await text('Other probe, build 1')
    await expectPlaying(harness.page())
  })

  it('D3 has a chunk that hangs: the second attempt uses another address', () => releaseHanging(CHUNK))

  it('D3 has a chunk and then styles that are not found: the third attempt is styled', async () => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, CHUNK), 'not-found')
    harness.server().addFault(fileOf(second, STYLES, 1), 'not-found')
    await playOnFirst()
    await releaseSecond()

    await text('Other probe, build 2')
    await follow('probe')
    await text('Probe build 2')
    // Styled when it was first shown.
    expect(await harness.paddingAtFirst('Probe build 2')).toBe('16px')
    await expectPlaying(harness.page())
    expect(wasRequested(fileOf(second, STYLES, 2))).toBe(true)
  })

  it.each<[string, string, FaultKind]>([
    ['D1 has an entry that returns a page', ENTRY, 'page'],
    ['D4 has styles that return a page', STYLES, 'page'],
    ['D6 has an entry that does not match its hash', ENTRY, 'tamper'],
    ['D6 has a chunk that does not match its hash', CHUNK, 'tamper'],
    ['D6 has styles that do not match their hash', STYLES, 'tamper'],
  ])('%s', async (_, file, kind) => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, file, 'any'), kind)
    await playOnFirst()
    await releaseSecond()

    await text('Other probe, build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'integrity_fail')
    // It is not retried, and neither its code nor its styles are used.
    expect(wasRequested(fileOf(second, ENTRY, 1))).toBe(false)
    expect(await harness.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
    expect(await harness.page().evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('9px')
  })

  it.each<[string, string, FaultKind, number]>([
    ['D1 has an entry that is not found', ENTRY, 'not-found', 2],
    ['D3 has a chunk that is cut off', CHUNK, 'reset', 2],
    ['D6 has an entry that does not match its hash', ENTRY, 'tamper', 1],
    ['D6 has a chunk that does not match its hash', CHUNK, 'tamper', 1],
  ])('%s while its page is opened', async (_, file, kind, shown) => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, file, kind === 'tamper' ? 'any' : 0), kind)
    await harness.promoteVersion(second)
    await harness.page().goto(`${harness.server().origin}/probe/7`, { waitUntil: 'commit' })

    await text(`Probe build ${shown}`)
    await press('play')
    await expectPlaying(harness.page(), 0)
    await hasReported(second, kind === 'tamper' ? 'integrity_fail' : 'load_ok')
    expect(wasRequested(fileOf(second, ENTRY, 1))).toBe(kind !== 'tamper')
    expect(await harness.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
  })

  it('D6 has a lazy chunk that does not match its hash: the last known good version loads', async () => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, await lazyChunkOf(harness.dists()[1]), 'any'), 'tamper')
    await playOnSecond()
    await press('more')
    // Remounted once after the first crash.
    await hasReported(second, 'render_fail')
    await press('more')

    await text('Probe build 1')
    await expectPlaying(harness.page())
    await hasReported(second, 'integrity_fail')
    expect(await harness.page().evaluate(() => 'tampered' in globalThis)).toBe(false)
  })

  it.each([
    ['D5 throws during evaluation', 'evaluate', 'load_fail'],
    ['D8 exports another contract', 'contract', 'contract_fail'],
    ['D8 throws in setup', 'setup', 'contract_fail'],
    ['D8 lacks a page that it declares', 'missing-route', 'contract_fail'],
  ])('%s', async (_, at, kind) => {
    const { second } = harness.versions()
    await fault('2', at)
    await playOnFirst()
    await releaseSecond()

    await text('Other probe, build 1')
    await expectPlaying(harness.page())
    await hasReported(second, kind)
    expect(wasRequested(fileOf(second, ENTRY, 1))).toBe(false)
  })

  it('D5 throws during evaluation, and again on a retry', async () => {
    const { second } = harness.versions()
    await harness.page().route('**/mfe/v1/assignment*', async (route) => {
      const response = await route.fetch()
      const assignment = await response.json()
      assignment.modules.probe.lkg = null
      await route.fulfill({ response, json: assignment })
    })
    await fault('2', 'evaluate')
    await playOnFirst()
    await releaseSecond()
    await text(DEFAULT_TEXT)
    await hasReported(second, 'load_fail')
    await press('Retry')
    await hasReported(second, 'load_fail', 2)

    await text(DEFAULT_TEXT)
    await expectPlaying(harness.page())
  })

  it('D8 does not finish its setup', async () => {
    await harness.installClock()
    await fault('2', 'setup-hangs')
    await playOnFirst()
    await releaseSecond()
    await harness.page().waitForFunction(() => 'probeHangs' in globalThis)

    await harness.page().clock.fastForward(4000)
    await text('Other probe, build 1')
    await expectPlaying(harness.page())
  })

  it('D7 has an entry without a hash', async () => {
    const { second } = harness.versions()
    await harness.page().route('**/mfe/v1/assignment*', async (route) => {
      const response = await route.fetch()
      const assignment = await response.json()
      assignment.modules.probe.integrity = ''
      await route.fulfill({ response, json: assignment })
    })
    await playOnFirst()
    await releaseSecond()

    await text('Other probe, build 1')
    await expectPlaying(harness.page())
    expect(harness.server().requests.filter((requested) => requested.includes(second))).toEqual([])
  })

  it.each([
    ['is built for an older SDK, and works', '^1.1.0', 'Other probe, build 2'],
    ['needs a newer SDK than that of the shell', '^99.0.0', 'Other probe, build 1'],
  ])('D13 %s', async (_, range, shown) => {
    const { version, dist } = await builtForSdk(range)
    try {
      await harness.server().publish(dist)
      await harness.promoteVersion(harness.versions().first)
      await playOnFirst()
      await releaseSecond(version)

      await text(shown)
      await expectPlaying(harness.page())
      await hasReported(version, shown.endsWith('2') ? 'load_ok' : 'load_fail')
    } finally {
      await rm(dist, { recursive: true })
    }
  })

  /** A file of the second version hangs at its first address. After four seconds another address is used. */
  const releaseHanging = async (file: string) => {
    const { second } = harness.versions()
    harness.server().addFault(fileOf(second, file), 'hang')
    await harness.installClock()
    await playOnFirst()
    await untilNotified(() => harness.promoteVersion(second))
    // Paused, so that the test sees what is shown for a second only.
    await harness.page().clock.pauseAt((await harness.page().evaluate(() => Date.now())) + 10_000)
    await follow('other')
    await expect.poll(() => wasRequested(fileOf(second, file))).toBe(true)

    await harness.page().clock.fastForward(3000)
    await text('Still loading Other probe…')
    await harness.page().clock.fastForward(1000)
    await harness.page().clock.resume()
    await text('Other probe, build 2')
    await expectPlaying(harness.page())
    expect(wasRequested(fileOf(second, file, 1))).toBe(true)
  }

  /** The second build, changed to require another version of the SDK. */
  const builtForSdk = async (range: string) => {
    const dist = await mkdtemp(path.join(os.tmpdir(), 'griot-other-sdk-'))
    await cp(harness.dists()[1] ?? '', dist, { recursive: true })
    const document = await readBuild(dist)
    if (isShellDocument(document)) throw new Error('the probe is not a shell')
    const { entry, files } = document
    const source = await readFile(path.join(dist, entry), 'utf8')
    const other = source.replaceAll('"^1.0.0"', `"${range}"`)
    expect(other).not.toBe(source)
    await writeFile(path.join(dist, entry), other)
    const version = `${document.version.split('-g')[0]}-g${range.startsWith('^1') ? '10000000' : '99000000'}`
    const known = files[entry]
    const changed = { ...files, [entry]: { ...known, sri: integrityOf(Buffer.from(other)) } }
    await writeFile(path.join(dist, 'module.json'), JSON.stringify({ ...document, version, files: changed }))
    return { version, dist }
  }
})
