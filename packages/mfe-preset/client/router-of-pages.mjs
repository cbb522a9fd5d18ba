// A loader for the router in a build that only has pages: what it brings for loading their data, sending their forms and
// fetching them beforehand is a third of its bytes, and costs each link six hooks. Modules and queries do all of that here.

/** Word for word what is replaced: where another version of the router says it otherwise, the build fails. */
const REPLACED = [
  // There is no router of data above any page.
  ['let dataRouterState = dataRouterOpts?.state;', 'let dataRouterState = null;'],
  ['return isDataRoute ? useNavigateStable() : useNavigateUnstable();', 'return useNavigateUnstable();'],
  ['let routerState = React10.useContext(DataRouterStateContext);', 'let routerState = null;'],
  // No link fetches anything by itself.
  [
    /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^;]*;/,
    'const prefetchRef = null, prefetchHandlers = null;',
  ],
  [/return shouldPrefetch && [^;]*: link;/, 'return link;'],
]

/** Names for developers' tools, and contexts of a class: they keep alive what nobody uses. */
const NAMES = /^\w+\.(?:displayName|contextType) = [^;]+;$/gm
/** Of these calls a minifier cannot know that nobody misses what they make. */
const MADE = /^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef)\()/gm

/** The other chunks are of its server. */
const OF_PAGES = 'function _renderMatches('

const loader = (source) => {
  if (!source.includes(OF_PAGES)) return source
  const lean = REPLACED.reduce((rest, [from, to]) => {
    const replaced = rest.replace(from, to)
    if (replaced === rest)
      throw new Error(`The router no longer says “${from}”: see packages/mfe-preset/client/router-of-pages.mjs.`)
    return replaced
  }, source)
  return lean.replace(NAMES, '').replace(MADE, '$1/* @__PURE__ */ ')
}
export default loader
