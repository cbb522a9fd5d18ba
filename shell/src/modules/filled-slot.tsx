import './filled-slot.css'
import type { SlotContentsProps } from '@griot/shell-sdk/contract'
import { useEffect, useRef, useState } from 'react'
import { LoadedSlot } from './module-slot.tsx'
import { useAssignment, useModules } from './modules-context.ts'

const NEAR = '400px'

/** The contents of a slot. Their modules load when the slot comes near the visible area. */
export function FilledSlot(slot: SlotContentsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])

  return isNear ? <Contents {...slot} /> : <div ref={place} />
}

/** Each content has its own boundary, and waits for those above it, so that no content moves after it is shown. */
function Contents({ name, props, frame }: SlotContentsProps) {
  const modules = useModules()
  const current = useContents(name)
  // A content that is released while the page is open would hide or move those below it. The next visit shows it.
  const [idsAtFirst] = useState(() => current.map(({ id }) => id))
  const contents = current.filter(({ id }) => idsAtFirst.includes(id))
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, 'shown' | 'gone'>>>({})
  const setOutcome = (id: string, outcome: 'shown' | 'gone') => setOutcomes((known) => ({ ...known, [id]: outcome }))

  return contents.map(({ module, id, title, deadlineMs }, index) => {
    const loader = modules.loader(module)
    if (!loader || outcomes[id] === 'gone') return null
    const isWaiting = contents.slice(0, index).some((above) => outcomes[above.id] === undefined)
    const content = (
      <div data-mfe={module} data-slot={name} data-shown={outcomes[id] === 'shown' || undefined}>
        <LoadedSlot
          {...{ loader, slot: name, props, deadlineMs }}
          onShown={() => setOutcome(id, 'shown')}
          onUnavailable={() => setOutcome(id, 'gone')}
        />
      </div>
    )
    return (
      <div key={id} className="filled-slot" hidden={isWaiting}>
        {title === undefined ? content : frame(title, content)}
      </div>
    )
  })
}

const useContents = (name: string) =>
  Object.entries(useAssignment().modules)
    .filter(([, { isDisabled }]) => !isDisabled)
    .flatMap(([module, { contributes }]) =>
      contributes.slots.filter(({ slot }) => slot === name).map((content) => ({ module, ...content })),
    )
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.module.localeCompare(b.module))
