import type { ComponentType, ReactNode } from 'react'

/** One component, in every state that it has. */
export interface Specimen {
  /** As it is exported. */
  name: string
  says: string
  Show: ComponentType
}

export type Theme = 'light' | 'dark'

/** Shown once in each of the themes, beside one another where there is room. */
export function SpecimenSection({
  specimen: { name, says, Show },
  themes,
}: {
  specimen: Specimen
  themes: readonly Theme[]
}) {
  return (
    <section className="specimen" id={name} data-component={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{name}</h2>
      <p>{says}</p>
      <div className="stages">
        {themes.map((theme) => (
          <div key={theme} className="stage" data-theme={theme}>
            <Show />
          </div>
        ))}
      </div>
    </section>
  )
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="state">
      <p className="state-name">{name}</p>
      {children}
    </div>
  )
}
