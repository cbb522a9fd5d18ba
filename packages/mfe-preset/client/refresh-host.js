// In the shell's development build, before React: the one refresh runtime of the page. One that comes later, or a second
// one, would not know the roots that are mounted already.
import * as runtime from 'react-refresh/runtime'

runtime.injectIntoGlobalHook(globalThis)
// For modules that no loader has given their own.
globalThis.$RefreshReg$ = () => {}
globalThis.$RefreshSig$ = () => (type) => type
globalThis.griotRefresh = runtime
