import type { ComponentType, ReactNode } from 'react'

export interface Specimen {
  /** Name of the export. */
  name: string
  description: string
  Show: ComponentType
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="state">
      <p className="state-name">{name}</p>
      {children}
    </div>
  )
}
