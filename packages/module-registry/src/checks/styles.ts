import type { ModuleDocument } from '@griot/contracts/modules'
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'
import parse, { type Node, type Selector } from 'postcss-selector-parser'
import type { CheckContext } from './checks.ts'
import { ok, refuse } from './outcomes.ts'

const MAX_NAMED = 5

/** C14: style sheets apply to the whole page, so each rule must be limited to elements of the module. */
export const checkStyles = async ({ module, files }: ModuleDocument, { read }: Pick<CheckContext, 'read'>) => {
  const sheets = Object.keys(files).filter((file) => files[file]?.type === 'css')
  for (const file of sheets) {
    const found = findGlobalSelectors(Buffer.from((await read(file)) ?? '').toString(), module)
    if (found === null) return refuse('C14', `${file} is no valid style sheet.`)
    if (found.length === 0) continue
    const named = found.slice(0, MAX_NAMED).join(', ') + (found.length > MAX_NAMED ? ', …' : '')
    return refuse(
      'C14',
      `${file} styles elements of the whole page: ${named}. Put these rules into @scope ([data-mfe="${module}"]), or use classes that begin with ${module}-.`,
    )
  }
  return ok('C14', 'Its style sheets apply only to its own elements.')
}

/** Null if the text cannot be parsed. */
export const findGlobalSelectors = (css: string, module: string): string[] | null => {
  const found = new Set<string>()
  try {
    postcss.parse(css).walkRules((rule) => {
      if (isLimited(rule, module) || setsOwnVariables(rule, module)) return
      for (const selector of parse().astSync(rule.selector).nodes) {
        if (!isOwnSelector(selector, module)) found.add(String(selector).trim())
      }
    })
  } catch {
    return null
  }
  return [...found]
}

/** Steps of an animation, and rules within a scope or a rule of the module. */
const isLimited = ({ parent }: ChildNode, module: string): boolean => {
  if (!parent || parent.type === 'root') return false
  const around = parent as Container & (AtRule | Rule)
  if (around.type === 'atrule' && /keyframes$/.test(around.name)) return true
  if (around.type === 'atrule' && around.name === 'scope' && isOwnScope(around.params, module)) return true
  if (around.type === 'rule' && areOwn(around.selector, module)) return true
  return isLimited(around, module)
}

const isOwnScope = (params: string, module: string) => {
  const root = /^\((.*?)\)\s*(to\s*\(.*\))?$/s.exec(params.trim())?.[1]
  return root !== undefined && areOwn(root, module)
}

const areOwn = (selectors: string, module: string) =>
  parse()
    .astSync(selectors)
    .nodes.every((selector) => isOwnSelector(selector, module))

const isOwnSelector = (selector: Selector, module: string) => selector.nodes.some((node) => isOwnNode(node, module))

const isOwnNode = (node: Node, module: string): boolean => {
  if (node.type === 'class') return isOwnName(node.value, module) || node.value.startsWith('svelte-')
  if (node.type === 'id') return isOwnName(node.value, module)
  // Vue marks the elements of a component with `data-v-…`.
  if (node.type === 'attribute') {
    return (node.attribute === 'data-mfe' && node.value === module) || node.attribute.startsWith('data-v-')
  }
  const isList = node.type === 'pseudo' && [':is', ':where'].includes(node.value)
  return isList && node.nodes.every((selector) => isOwnSelector(selector, module))
}

const isOwnName = (name: string, module: string) =>
  name === module || [':', '-', '_'].some((separator) => name.startsWith(module + separator))

/** Variables of the module and of Tailwind have names of their own. */
const setsOwnVariables = ({ nodes }: Rule, module: string) =>
  nodes.every((node) => node.type === 'decl' && (node.prop.startsWith(`--${module}-`) || node.prop.startsWith('--tw-')))
