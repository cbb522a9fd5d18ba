import { type MountedView, mountedViews } from './mounted-views.ts'

/** The view that may have changed the page: the page itself, or a view of the only module in it. */
export const suspectedView = (): MountedView | undefined => {
  const [first] = mountedViews
  const isOnlyModule = mountedViews.every(({ module }) => module === first?.module)
  return mountedViews.findLast(({ isPage }) => isPage) ?? (isOnlyModule ? first : undefined)
}
