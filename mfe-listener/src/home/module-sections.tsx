import { ModuleSlot } from '@griot/shell-sdk/module-slot'
import { Section } from '@griot/ui/section'

/** Sections of other modules. */
export function ModuleSections() {
  return (
    <ModuleSlot
      name="listener.home"
      props={{}}
      frame={(title, content) => (
        <Section title={title} size="large">
          {content}
        </Section>
      )}
    />
  )
}
