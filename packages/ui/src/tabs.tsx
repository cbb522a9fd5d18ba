import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ReactNode } from 'react'

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
  return (
    <Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <List className="g-tabs-list" aria-label={label}>
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
