import parse, { type Node, type Selector } from 'postcss-selector-parser'

/** Elements that contain the shell. A module can give them a class of its own. */
const WHOLE_PAGE = ['html', 'body', ':root', ':host']

/** Whether all of these selectors apply only to elements of the module. `isNested` is for selectors in a rule of the module. */
export const areOwnSelectors = (selectors: string, module: string, isNested = false) =>
  parseSelectors(selectors).every((selector) => isOwnSelector(selector, module, isNested))

export const parseSelectors = (selectors: string): Selector[] => parse().astSync(selectors).nodes

/**
 * Whether the selector applies to elements of the module or to elements inside of them: `.charts-a > nav` does, but
 * `.charts-a ~ nav` does not.
 */
export const isOwnSelector = (selector: Selector, module: string, isNested = false): boolean => {
  const { compounds, combinators } = splitCompounds(selector)
  const isInside = (at: number) => at === compounds.length - 1 || /^[\s>]/.test(combinators[at] ?? '')
  if (isNested && isInsideParent(selector, combinators)) return true
  return compounds.some((nodes, at) => isInside(at) && isOwnCompound(nodes, module, isNested))
}

/** Without `&`, a nested selector applies inside of its parent, unless it begins with `+` or `~`. */
const isInsideParent = ({ nodes: [first] }: Selector, combinators: readonly string[]) => {
  const hasLeading = first?.type === 'combinator'
  if (hasLeading) return combinators[0]?.startsWith('>') ?? false
  return first !== undefined && !first.parent?.toString().includes('&')
}

/** `combinators[at]` follows `compounds[at]`. A leading combinator follows an empty compound. */
const splitCompounds = ({ nodes }: Selector) => {
  const compounds: Node[][] = [[]]
  const combinators: string[] = []
  for (const node of nodes) {
    if (node.type === 'combinator') {
      combinators.push(node.value.trim() || ' ')
      compounds.push([])
    } else compounds.at(-1)?.push(node)
  }
  return { compounds, combinators }
}

const isOwnCompound = (nodes: readonly Node[], module: string, isNested: boolean) =>
  nodes.some((node) => isOwnNode(node, module, isNested)) &&
  !nodes.some(
    (node) => (node.type === 'tag' || node.type === 'pseudo') && WHOLE_PAGE.includes(node.value.toLowerCase()),
  )

const isOwnNode = (node: Node, module: string, isNested: boolean): boolean => {
  if (node.type === 'nesting') return isNested
  if (node.type === 'class') return isOwnName(node.value, module) || node.value.startsWith('svelte-')
  if (node.type === 'id') return isOwnName(node.value, module)
  // Vue marks the elements of a component with `data-v-…`.
  if (node.type === 'attribute') {
    return (node.attribute === 'data-mfe' && node.value === module) || node.attribute.startsWith('data-v-')
  }
  const isList = node.type === 'pseudo' && [':is', ':where'].includes(node.value)
  return isList && node.nodes.every((selector) => isOwnSelector(selector, module, isNested))
}

export const isOwnName = (name: string, module: string) =>
  name === module || [':', '-', '_'].some((separator) => name.startsWith(module + separator))
