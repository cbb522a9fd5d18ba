// In the shell's development build, before React: the only refresh runtime of the page. A later or second one would miss
// roots that are already mounted.
import * as runtime from 'react-refresh/runtime'

runtime.injectIntoGlobalHook(globalThis)
// Defaults for files that the loader does not process.
globalThis.$RefreshReg$ = () => {}
globalThis.$RefreshSig$ = () => (type) => type
globalThis.griotRefresh = runtime
