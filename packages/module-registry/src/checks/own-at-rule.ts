import type { AtRule } from 'postcss'
import { isOwnName } from './own-selector.ts'

/** They only contain rules, or have no effect on other style sheets. */
const HARMLESS = ['media', 'supports', 'container', 'scope', 'starting-style', 'charset']
/** Layers of the shell and of Tailwind. The shell's style sheet sets their order first. */
const SHARED_LAYERS = ['theme', 'base', 'griot-ui', 'components', 'utilities', 'properties']
/** Svelte puts its hash before the name of an animation, and Vue after it. */
const HASHED_ANIMATION = /^svelte-|-[0-9a-f]{8}$/

/** Whether the at-rule affects nothing outside of the module. Its names apply to the whole page. */
export const isOwnAtRule = (rule: AtRule, module: string) => {
  const name = rule.name.toLowerCase()
  if (HARMLESS.includes(name)) return true
  if (name === 'layer') return rule.params.split(',').every((layer) => isOwnLayer(layer.trim(), module))
  if (name === 'font-face') return isOwnName(familyOf(rule), module)
  const own = unquoted(rule.params)
  if (/keyframes$/.test(name)) return isOwnName(own, module) || HASHED_ANIMATION.test(own)
  if (name === 'property') return own.startsWith('--tw-') || isOwnVariable(own, module)
  if (name === 'position-try' || name === 'font-palette-values') return isOwnVariable(own, module)
  return name === 'counter-style' && isOwnName(own, module)
}

const isOwnLayer = (layer: string, module: string) => {
  if (layer === '' || layer === 'mfe') return true
  const [first = '', second = ''] = layer.split('.')
  return SHARED_LAYERS.includes(first) || isOwnName(first === 'mfe' ? second : first, module)
}

const familyOf = ({ nodes = [] }: AtRule) => {
  const family = nodes.find((node) => node.type === 'decl' && node.prop.toLowerCase() === 'font-family')
  return family?.type === 'decl' ? unquoted(family.value) : ''
}

const isOwnVariable = (name: string, module: string) => name.startsWith('--') && isOwnName(name.slice(2), module)

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/s, '$2')
