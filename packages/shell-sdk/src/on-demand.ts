import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that is fetched when it is wanted for the first time; null until then. When it does not come, `onFailed`
 * hears of it, and another wish is another try.
 */
export const useOnDemand = <Props>(
  load: () => Promise<ComponentType<Props>>,
  wish: string | number | boolean | undefined,
  onFailed?: () => void,
): ComponentType<Props> | null => {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a wish begins a fetch
  useEffect(() => {
    if (!wish || component) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setComponent(() => loaded),
      (error: unknown) => {
        console.error('a part of the page did not load', error)
        if (isCurrent) onFailed?.()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wish, component])

  return component
}
