import { type ComponentType, useEffect, useState } from 'react'

/** Loads a component when `trigger` is first truthy; null until then. After `onFailed`, another value of `trigger` retries. */
export const useOnDemand = <Props>(
  load: () => Promise<ComponentType<Props>>,
  trigger: string | number | boolean | undefined,
  onFailed?: () => void,
): ComponentType<Props> | null => {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the trigger loads it
  useEffect(() => {
    if (!trigger || component) return
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
  }, [trigger, component])

  return component
}
