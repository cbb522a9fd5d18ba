// Replaces `react-refresh/runtime` in a module's development build by the shell's runtime. A production shell has none;
// there, nothing is refreshed.
const { griotRefresh } = globalThis
const keep = (type) => type

export const createSignatureFunctionForTransform = griotRefresh?.createSignatureFunctionForTransform ?? (() => keep)
export const getFamilyByType = griotRefresh?.getFamilyByType ?? (() => undefined)
export const isLikelyComponentType = griotRefresh?.isLikelyComponentType ?? (() => false)
export const performReactRefresh = griotRefresh?.performReactRefresh ?? (() => null)
export const register = griotRefresh?.register ?? (() => {})
