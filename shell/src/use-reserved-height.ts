import { useLayoutEffect, useRef } from 'react'

/** Writes the height of a fixed element into a CSS variable of the page, so that the element covers no content. */
export const useReservedHeight = (variable: `--g-${string}`) => {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const reserve = () => style.setProperty(variable, `${element.offsetHeight}px`)
    reserve()
    const observer = new ResizeObserver(reserve)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(variable)
    }
  }, [variable])
  return ref
}
