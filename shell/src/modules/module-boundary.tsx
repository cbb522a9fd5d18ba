import { Component, type ReactNode } from 'react'
import type { AfterCrash } from './module-state.ts'

interface ModuleBoundaryProps {
  onCrash: (error: unknown) => AfterCrash
  /** Replaces the children after a crash. */
  panel: (retry: () => void) => ReactNode
  children: ReactNode
}

type CrashState = { status: 'working' | 'crashed' | 'panel' }

/** Contains a crash of remote code. Its key must change with the module's version. */
export class ModuleBoundary extends Component<ModuleBoundaryProps, CrashState> {
  override state: CrashState = { status: 'working' }

  static getDerivedStateFromError = (): CrashState => ({ status: 'crashed' })

  override componentDidCatch(error: unknown) {
    const next = this.props.onCrash(error)
    if (next === 'remount') this.#mount()
    // After 'switch' the next version renders a boundary of its own.
    if (next === 'panel') this.setState({ status: 'panel' })
  }

  readonly #mount = () => this.setState({ status: 'working' })

  override render() {
    if (this.state.status === 'working') return this.props.children
    return this.state.status === 'panel' ? this.props.panel(this.#mount) : null
  }
}
