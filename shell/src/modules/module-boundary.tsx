import { Component, type ReactNode } from 'react'
import type { AfterCrash } from './loader-contract.ts'

interface ModuleBoundaryProps {
  onCrash: (error: unknown) => AfterCrash
  /** Stands in the place of what crashed. */
  panel: (retry: () => void) => ReactNode
  children: ReactNode
}

type Crash = { hasCrashed: boolean; showPanel: boolean }

/** Keeps a crash of remote code to the place it happened in. Give it a key that changes with the module's version. */
export class ModuleBoundary extends Component<ModuleBoundaryProps, Crash> {
  override state: Crash = { hasCrashed: false, showPanel: false }

  static getDerivedStateFromError(): Partial<Crash> {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: unknown) {
    const next = this.props.onCrash(error)
    if (next === 'remount') this.setState({ hasCrashed: false })
    // Another version is on its way: it brings a boundary of its own.
    else this.setState({ showPanel: next === 'panel' })
  }

  readonly #retry = () => this.setState({ hasCrashed: false, showPanel: false })

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return this.state.showPanel ? this.props.panel(this.#retry) : null
  }
}
