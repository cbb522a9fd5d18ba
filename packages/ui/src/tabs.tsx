import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  /** Names the set for assistive technology. */
  label: string
  tabs: readonly Tab[]
  /** The chosen tab, when the place lives elsewhere (the URL); else the first one is chosen at the start. */
  value?: string
  onChange?: (id: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const first = tabs[0]?.id ?? ''
  const list = useShownTab(value)
  return (
    <Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <List ref={list} className="g-tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.id} className="g-tab" value={tab.id}>
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.id} className="g-tab-panel" value={tab.id}>
          {tab.content}
        </Content>
      ))}
    </Root>
  )
}

/** On a phone the list scrolls: the chosen tab must not stand outside of it. */
const useShownTab = (value: string | undefined) => {
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another chosen tab
  useEffect(() => {
    // With the frame that lays the page out anyway: asked before, the browser would lay out all of it for this alone.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector('[data-state="active"]')
      if (!list.current || !tab) return
      const [shown, chosen] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()]
      if (chosen.left < shown.left) list.current.scrollLeft += chosen.left - shown.left
      if (chosen.right > shown.right) list.current.scrollLeft += chosen.right - shown.right
    })
    return () => cancelAnimationFrame(frame)
  }, [value])

  return list
}
