export type ViewStatus = 'running' | 'paused' | 'looping'

/** A view of a module in the page. */
export interface MountedView {
  module: string
  version: string
  /** It is the page itself, not a content of a slot. */
  isPage: boolean
  /** Number of views around it. */
  depth: number
  /** It renders nothing while it is paused, and throws when it is looping. */
  become(status: ViewStatus): void
}

/** Newest last. */
export const mountedViews: MountedView[] = []

export const addView = (view: MountedView) => {
  mountedViews.push(view)
  return () => void mountedViews.splice(mountedViews.indexOf(view), 1)
}
