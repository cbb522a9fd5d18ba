import type { DeclaredSlots, MountedSlot } from '@griot/shell-sdk/contract'
import { useRenderLoop } from './broken-page.ts'
import { build, throwIfFaulty } from './fault.ts'

function HomeSection() {
  throwIfFaulty('section')
  useRenderLoop('section-loop')
  return (
    <nav aria-label="Probe">
      <a href="/probe/7">Section of build {build}</a>
    </nav>
  )
}

/** Renders nothing for other words. */
function FoundProbes({ query }: DeclaredSlots['listener.search']) {
  return query === 'probe' ? <p>Found by build {build}</p> : null
}

const accountSettings: MountedSlot<DeclaredSlots['rewards.account']> = {
  mount: (element) => {
    element.textContent = `Settings of build ${build}`
    return () => element.replaceChildren()
  },
}

/** Slots that no build declares. A test adds them to `module.json`. */
export const sections = {
  'listener.home': HomeSection,
  'listener.search': FoundProbes,
  'rewards.account': accountSettings,
}
