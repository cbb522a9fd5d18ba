import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  /** Accessible name. */
  label: string
  tabs: readonly Tab[]
  /** The selected tab, if the caller controls it, for example by URL; else the first tab is selected initially. */
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

/** Scrolls the selected tab into view on a phone. */
const useShownTab = (value: string | undefined) => {
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value selects the tab
  useEffect(() => {
    // In the next frame, to avoid a forced layout.
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
