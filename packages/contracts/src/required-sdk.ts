import { SDK_ADDITIONS } from './modules.ts'

// Without templates, which contain code. A quote without a second one in its line is an apostrophe.
const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*|(['"])(?:\\.|(?!\1)[^\\\n])*\1/g

/** As a property, or as a name in braces: an import or a destructured property. */
const uses = (source: string, name: string) => new RegExp(String.raw`(?:\.|[{,]\s*)${name}\b`).test(source)

/**
 * The range of SDK versions, from `least`, that has everything that the sources use. A property of another object with the same
 * name only makes the range smaller.
 */
export const requiredSdk = (sources: readonly string[], least = '1.0.0') => {
  const code = sources.map((source) => source.replace(COMMENTS_AND_TEXTS, ''))
  const versions = Object.entries(SDK_ADDITIONS).toReversed()
  const newest = versions.find(
    ([version, names]) => version === least || names.some((name) => code.some((one) => uses(one, name))),
  )
  return `^${newest?.[0] ?? '1.0.0'}`
}
