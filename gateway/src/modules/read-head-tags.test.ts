import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtShell } from '@griot/module-registry/testing/built-module'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

const ID = '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'
const HEAD = {
  metas: [
    { name: 'description', content: 'Text' },
    { property: 'og:title', content: 'A "quoted" <title>' },
  ],
  links: [{ rel: 'canonical', href: `https://griot.example/listen/${ID}` }],
}

describe('the tags of a shared page of the app', () => {
  let harness: Harness

  beforeAll(async () => {
    harness = await startHarness()
    await publishModule({
      dist: await builtShell(harness.modulesDir),
      store: openRegistryStore(harness.modulesDir),
    })
    harness.services.catalog = (request, response) =>
      request.url === `/page-head/podcast/${ID}`
        ? respondJson(HEAD)(request, response)
        : respondJson({ code: 'podcast.not_found', message: 'x' }, 404)(request, response)
    await vi.waitUntil(async () => (await read(`/podcast/${ID}`)).includes('og:title'), { timeout: 10_000 })
  })
  afterAll(() => harness.close())

  const read = async (path: string, browser = harness.browser()) =>
    (await browser.request(path, { headers: { accept: 'text/html' } })).text

  it('describe the podcast to visitors, with its canonical address', async () => {
    const page = await read(`/podcast/${ID}`)
    const head = page.slice(0, page.indexOf('</head>'))
    expect(head).toContain('<meta property="og:title" content="A &#34;quoted&#34; &#60;title&#62;">')
    expect(head).toContain(`<link rel="canonical" href="https://griot.example/listen/${ID}">`)
    expect(head).not.toContain('content="Text"')
  })

  it('are missing for signed-in users, for an unknown podcast and at other pages', async () => {
    const user = harness.browser()
    await user.signIn()
    expect(await read(`/podcast/${ID}`, user)).not.toContain('og:title')
    expect(await read('/podcast/unknown')).not.toContain('og:title')
    expect(await read('/discover')).not.toContain('og:title')
  })
})
