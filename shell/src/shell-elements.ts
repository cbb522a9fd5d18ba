/** Elements of the shell in the document. Only React may remove them. */
export const shellElements = new Set<Element>()

/** Use it as the ref of such an element. It does not work on the router's `Link`, which ignores the cleanup function. */
export const shellElement = (element: Element | null) => {
  if (!element) return
  shellElements.add(element)
  return () => void shellElements.delete(element)
}
