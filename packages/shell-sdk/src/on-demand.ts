import { type ComponentType, useEffect, useState } from 'react'

/** Loads a component when `wish` is first truthy; null until then. After `onFailed`, another value of `wish` retries. */
export const useOnDemand = <Props>(
  load: () => Promise<ComponentType<Props>>,
  wish: string | number | boolean | undefined,
  onFailed?: () => void,
): ComponentType<Props> | null => {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the wish loads
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
