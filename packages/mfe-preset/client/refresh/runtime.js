// Stands in for `react-refresh/runtime` in a module's development build: the runtime is the shell's. A shell that is built
// for use has none, and nothing is refreshed there.
const { griotRefresh } = globalThis
const keep = (type) => type

export const createSignatureFunctionForTransform = griotRefresh?.createSignatureFunctionForTransform ?? (() => keep)
export const getFamilyByType = griotRefresh?.getFamilyByType ?? (() => undefined)
export const isLikelyComponentType = griotRefresh?.isLikelyComponentType ?? (() => false)
export const performReactRefresh = griotRefresh?.performReactRefresh ?? (() => null)
export const register = griotRefresh?.register ?? (() => {})
