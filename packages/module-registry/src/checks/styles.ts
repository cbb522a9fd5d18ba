import type { ModuleDocument } from '@griot/contracts/modules'
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'
import type { CheckContext } from './checks.ts'
import { ok, refuse } from './outcomes.ts'
import { isOwnAtRule } from './own-at-rule.ts'
import { areOwnSelectors, isOwnSelector, parseSelectors } from './own-selector.ts'

const MAX_NAMED = 5

/** C14: style sheets apply to the whole page, so each rule and each name must be limited to the module. */
export const checkStyles = async ({ module, files }: ModuleDocument, { read }: Pick<CheckContext, 'read'>) => {
  const sheets = Object.keys(files).filter((file) => files[file]?.type === 'css')
  for (const file of sheets) {
    const found = findGlobalStyles(Buffer.from((await read(file)) ?? '').toString(), module)
    if (found === null) return refuse('C14', `${file} is no valid style sheet.`)
    if (found.length === 0) continue
    const named = found.slice(0, MAX_NAMED).join(', ') + (found.length > MAX_NAMED ? ', …' : '')
    return refuse(
      'C14',
      `${file} affects the whole page: ${named}. Put rules into @scope ([data-mfe="${module}"]), or begin classes, animations, fonts and layers with ${module}-.`,
    )
  }
  return ok('C14', 'Its style sheets apply only to its own elements.')
}

/** Selectors and at-rules that affect the whole page. Null if the text cannot be parsed. */
export const findGlobalStyles = (css: string, module: string): string[] | null => {
  const found = new Set<string>()
  try {
    const root = postcss.parse(css)
    root.walkAtRules((rule) => {
      if (!isOwnAtRule(rule, module)) found.add(`@${rule.name} ${rule.params}`.trim())
    })
    root.walkRules((rule) => {
      const place = placeOf(rule, module)
      if (place === 'limited' || setsOwnVariables(rule, module)) return
      for (const selector of parseSelectors(rule.selector)) {
        if (!isOwnSelector(selector, module, place === 'nested')) found.add(String(selector).trim())
      }
    })
  } catch {
    return null
  }
  return [...found]
}

/** Steps of an animation and rules in a scope of the module are limited. Selectors in a rule of the module are nested. */
const placeOf = ({ parent }: ChildNode, module: string): 'limited' | 'nested' | 'global' => {
  if (!parent || parent.type === 'root') return 'global'
  const around = parent as Container & (AtRule | Rule)
  if (around.type === 'atrule' && /keyframes$/.test(around.name)) return 'limited'
  if (around.type === 'atrule' && around.name === 'scope' && isOwnScope(around.params, module)) return 'limited'
  const outer = placeOf(around, module)
  if (outer === 'limited' || around.type !== 'rule') return outer
  return areOwnSelectors(around.selector, module, outer === 'nested') ? 'nested' : 'global'
}

const isOwnScope = (params: string, module: string) => {
  const root = /^\((.*?)\)\s*(to\s*\(.*\))?$/s.exec(params.trim())?.[1]
  return root !== undefined && areOwnSelectors(root, module)
}

/** Variables of the module and of Tailwind have names of their own. */
const setsOwnVariables = ({ nodes }: Rule, module: string) =>
  nodes.every((node) => node.type === 'decl' && (node.prop.startsWith(`--${module}-`) || node.prop.startsWith('--tw-')))
