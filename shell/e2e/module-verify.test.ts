import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { verifyInBrowser } from '@griot/mfe-cli/commands/verify-in-browser'
import { createOutput } from '@griot/mfe-cli/output'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProbe, type ModuleServer, ROOT, SECTIONS, startModuleServer, withSlots } from './module-server.ts'

// The findings of `mfe verify --browser` in modules that work.
describe('C10, a version in a real browser', () => {
  let folder: string
  let server: ModuleServer

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-verify-'))
    server = await startModuleServer({
      modulesDir: path.join(folder, 'modules'),
      shellDir: path.join(ROOT, 'shell/dist'),
    })
    process.env.CHROMIUM_PATH = runningProduct().chromium
    process.env.MFE_SESSION = 'any session'
  })
  afterAll(async () => {
    delete process.env.CHROMIUM_PATH
    delete process.env.MFE_SESSION
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('accepts the product’s shell with its current modules', async () => {
    await server.publish(path.join(ROOT, 'mfe-rewards/dist'))
    await server.refresh()
    const { version } = await readBuild(path.join(ROOT, 'mfe-rewards/dist'))

    const { output, refusal } = await verify(path.join(ROOT, 'shell/dist'))

    expect(output).toContain(`rewards ${version}\n  Playing a recording`)
    expect(output).toContain(
      '✓ C12  Everything of all modules (1) works in a real browser (pages 5, slots 2), and the audio kept playing.',
    )
    expect(refusal).toBe(null)
  })

  it('reports each fault of a careless module', async () => {
    // No other module fills the dialog here, and none declares the slots of the listener.
    const tip = { slot: 'tip-dialog', id: 'probe.tip', deadlineMs: 1000 }
    const dist = await withSlots(await buildProbe('careless'), [tip, ...SECTIONS], path.join(folder, 'careless'))
    await server.publish(dist)

    const { output, refusal } = await verify(dist)

    expect(refusal).toContain('does not work in a browser')
    for (const sentence of [
      '/probe/:id: console error “a careless probe”.',
      '/probe/:id: the content security policy blocks http://pixel.example/seen.gif (img-src).',
      '/probe/:id: the audio was paused.',
      '/probe/:id: it changes the styles of the frame: nav Main (opacity), nav Main at 360 px (opacity, z-index, ::before content, box), a /discover',
      '/probe/:id: every visit leaks: a scroll listener on document.',
      'tip-dialog: it was not shown or did not close within 2 seconds.',
      'listener.home: no current module declares this slot.',
      'switched off and on: it leaves global variables: carelessProbe.',
    ]) {
      expect(output).toContain(`✗ C10  ${sentence}`)
    }
    expect(output).toMatch(/it leaks .*a resize listener on window.*an interval of 60000 ms/)
    expect(output).toContain('Filling rewards.account … passed')
    expect(output).not.toContain('/other-probe:')
  })

  it('accepts sections on pages of other modules', async () => {
    for (const name of ['listener', 'rewards']) await server.publish(path.join(ROOT, `mfe-${name}/dist`))
    const dist = await withSlots(await buildProbe('1'), SECTIONS, path.join(folder, 'sections'))
    await server.publish(dist)
    await server.refresh()

    const { output, refusal } = await verify(dist)

    expect(output).toContain('(pages 2, slots 3)')
    expect(refusal).toBe(null)
  })

  const verify = async (dist: string) => {
    const { module, version } = await readBuild(dist)
    let output = ''
    const out = createOutput({ write: (text) => (output += text) })
    let saved: readonly string[] | undefined
    const refusal = await verifyInBrowser({ client: clientOf(server), out }, module, version, (problems) => {
      saved = problems
    }).then(
      () => null,
      (error: unknown) => String(error),
    )
    expect(saved?.length === 0).toBe(refusal === null)
    return { output, refusal }
  }
})

/** The client of the mfe command, without HTTP and without a token. */
const clientOf = ({ origin, registry, overrideLink }: ModuleServer) => ({
  origin,
  document: async (module: string, version: string) => {
    const document = await registry.document(module, version)
    if (!document) throw new Error(`${module} ${version} is not published`)
    return document
  },
  status: async () => ({ modules: registry.current()?.pointer.modules ?? {} }) as RegistryStatus,
  override: async (shown: { modules: Record<string, string> } | { rev: number }) => ({
    link: origin + overrideLink('modules' in shown ? shown.modules : {}),
    until: '',
  }),
})
