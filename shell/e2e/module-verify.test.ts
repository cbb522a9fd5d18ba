import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { verifyInBrowser } from '@griot/mfe-cli/commands/verify-in-browser'
import { createOutput } from '@griot/mfe-cli/output'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProbe, type House, openHouse, ROOT } from './modules-house.ts'

// What `mfe verify --browser` finds in modules that stand and do harm all the same.
describe('C10, everything of a version in a real browser', () => {
  let folder: string
  let house: House

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-verify-'))
    house = await openHouse({ modulesDir: path.join(folder, 'modules'), shellDir: path.join(ROOT, 'shell/dist') })
    process.env.CHROMIUM_PATH = runningProduct().chromium
    process.env.MFE_SESSION = 'everyone is somebody here'
  })
  afterAll(async () => {
    delete process.env.CHROMIUM_PATH
    delete process.env.MFE_SESSION
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('has nothing against the shell of the product with what stands in it, its pages and slots', async () => {
    await house.publish(path.join(ROOT, 'mfe-rewards/dist'))
    await house.refresh()
    const { version } = await readBuild(path.join(ROOT, 'mfe-rewards/dist'))

    const { said, refusal } = await verify(path.join(ROOT, 'shell/dist'))

    expect(said).toContain(`rewards ${version}\n  Playing a recording`)
    expect(said).toContain(
      '✓ C12  Everything of all modules (1) stands in a real browser (pages 3, slots 2), and the sound went on.',
    )
    expect(refusal).toBe(null)
  })

  it('says of a careless one what it does, each in a sentence', async () => {
    const dist = await withSlot(await builtProbe('careless'))
    await house.publish(dist)

    const { said, refusal } = await verify(dist)

    expect(refusal).toContain('does not stand in a browser')
    for (const sentence of [
      '/probe/:id: the console says “a careless probe”.',
      '/probe/:id: the page’s policy refuses http://pixel.example/seen.gif (img-src).',
      '/probe/:id: the sound was paused.',
      '/probe/:id: every visit leaves more behind: a scroll listener on document.',
      'tip-dialog: nothing was seen of it, or it did not close, within 2 seconds.',
      'switched off and on: it leaves globals in the page: carelessProbe.',
    ]) {
      expect(said).toContain(`✗ C10  ${sentence}`)
    }
    expect(said).toMatch(/it leaves behind .*a resize listener on window.*an interval of 60000 ms/)
    expect(said).not.toContain('/other-probe:')
  })

  const verify = async (dist: string) => {
    const { module, version } = await readBuild(dist)
    let said = ''
    const out = createOutput({ write: (text) => (said += text) })
    const refusal = await verifyInBrowser({ client: clientOf(house), out }, module, version).then(
      () => null,
      (error: unknown) => String(error),
    )
    return { said, refusal }
  }

  /** The careless build fills a slot of the shell: here, where nobody else has it. */
  const withSlot = async (dist: string) => {
    const copy = path.join(folder, 'careless')
    await cp(dist, copy, { recursive: true })
    const file = path.join(copy, 'module.json')
    const document = JSON.parse(await readFile(file, 'utf8'))
    document.contributes.slots.push({ slot: 'tip-dialog', id: 'probe.tip', deadlineMs: 1000 })
    await writeFile(file, JSON.stringify(document))
    return copy
  }
})

/** The registry's answers without the registry's API: here is one team, and nobody asks who. */
const clientOf = ({ origin, registry, overrideLink }: House) => ({
  origin,
  document: async (module: string, version: string) => {
    const document = await registry.document(module, version)
    if (!document) throw new Error(`${module} ${version} is not in the house`)
    return document
  },
  status: async () => ({ modules: registry.current()?.pointer.modules ?? {} }),
  override: async (sight: { modules: Record<string, string> } | { rev: number }) => ({
    link: origin + overrideLink('modules' in sight ? sight.modules : {}),
    until: '',
  }),
})
