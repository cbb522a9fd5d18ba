import type { Plugin, Root, Rule } from 'postcss'
import parseValue from 'postcss-value-parser'

const CSS_MODULE = /\.module\.css$/

/**
 * Limits rules for elements, such as `nav` or `*`, to the element in which the shell renders the module, without what other
 * modules render in its slots. Classes of the module stay as they are, because its dialogs are rendered at the end of the
 * page. Animations of the file get the name of the module. The release check C14 verifies the result.
 */
export const scopeStyles = (module: string): Plugin => ({
  postcssPlugin: 'griot-scope-styles',
  OnceExit(root, { AtRule }) {
    const isCssModule = CSS_MODULE.test(root.source?.input.file ?? '')
    const rules: Rule[] = []
    root.walkRules((rule) => {
      if (!isNested(rule) && !hasOwnClass(rule, module, isCssModule) && !setsVariables(rule, module)) rules.push(rule)
    })
    for (const rule of rules) {
      const scope = new AtRule({ name: 'scope', params: `([data-mfe="${module}"]) to (:scope [data-mfe])` })
      rule.replaceWith(scope)
      scope.append(rule)
    }
    // A CSS module names its animations itself.
    if (!isCssModule) renameAnimations(root, module)
  },
})

const renameAnimations = (root: Root, module: string) => {
  const names = new Set<string>()
  root.walkAtRules(/keyframes$/, (rule) => {
    if (rule.params.startsWith(`${module}-`)) return
    names.add(rule.params)
    rule.params = `${module}-${rule.params}`
  })
  root.walkDecls(/^(-webkit-)?animation(-name)?$|^--.*anim/, (declaration) => {
    const value = parseValue(declaration.value)
    value.walk((node) => {
      if (node.type === 'word' && names.has(node.value)) node.value = `${module}-${node.value}`
    })
    declaration.value = value.toString()
  })
}

/** In another rule, in an animation, or in a scope already. */
const isNested = ({ parent }: Rule): boolean => {
  if (!parent || parent.type === 'root') return false
  if (parent.type === 'rule') return true
  return ('name' in parent && /scope$|keyframes$/.test(String(parent.name))) || isNested(parent as unknown as Rule)
}

/** The classes of a CSS module get the name of the module later. */
const hasOwnClass = ({ selectors }: Rule, module: string, isCssModule: boolean) =>
  selectors.every((selector) => selector.includes(`.${module}`) || (isCssModule && selector.includes('.')))

const setsVariables = ({ nodes }: Rule, module: string) =>
  nodes.every((node) => node.type === 'decl' && (node.prop.startsWith(`--${module}-`) || node.prop.startsWith('--tw-')))
