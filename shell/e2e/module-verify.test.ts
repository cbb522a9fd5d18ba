import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { verifyInBrowser } from '@griot/mfe-cli/commands/verify-in-browser'
import { createOutput } from '@griot/mfe-cli/output'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProbe, type ModuleServer, ROOT, startModuleServer } from './module-server.ts'

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
    const dist = await withSlot(await buildProbe('careless'))
    await server.publish(dist)

    const { output, refusal } = await verify(dist)

    expect(refusal).toContain('does not work in a browser')
    for (const sentence of [
      '/probe/:id: console error “a careless probe”.',
      '/probe/:id: the content security policy blocks http://pixel.example/seen.gif (img-src).',
      '/probe/:id: the audio was paused.',
      '/probe/:id: it changes the look of the frame: nav Main (opacity).',
      '/probe/:id: every visit leaks: a scroll listener on document.',
      'tip-dialog: it was not shown or did not close within 2 seconds.',
      'switched off and on: it leaves global variables: carelessProbe.',
    ]) {
      expect(output).toContain(`✗ C10  ${sentence}`)
    }
    expect(output).toMatch(/it leaks .*a resize listener on window.*an interval of 60000 ms/)
    expect(output).not.toContain('/other-probe:')
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

  /** Adds a slot to the careless build, which no other module fills here. */
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
