import path from 'node:path'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { FaultHarness } from './fault-harness.ts'
import { SECTIONS, withSlots } from './module-server.ts'

/** Opens Home, whose data does not load, and scrolls to the section of the probe. */
export const scrollToSection = async ({ page, goTo, text }: FaultHarness) => {
  await goTo('/')
  await text('We could not load more podcasts')
  await page().evaluate(() => scrollTo(0, document.body.scrollHeight))
}

/** Releases a second version of the probe that fills slots, and shows its section of Home. Returns the version. */
export const showSection = async (harness: FaultHarness) => {
  const copy = path.join(runningProduct().dataDir, 'probes', 'sections')
  const dist = await withSlots(harness.dists()[1] ?? '', SECTIONS, copy)
  await harness.untilNotified(async () => {
    await harness.server().publish(dist)
    await harness.server().refresh()
  })
  await scrollToSection(harness)
  return (await readBuild(dist)).version
}
