// Imported before React, which looks up this hook once. Production builds of React call no Profiler.

interface ReactHook {
  supportsFiber: boolean
  renderers: Map<number, unknown>
  inject(): number
  onCommitFiberRoot(...commit: unknown[]): void
}

const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReactHook }

let commits = 0

// The browser extension of React has set it already.
page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  onCommitFiberRoot: () => {},
}
const hook = page.__REACT_DEVTOOLS_GLOBAL_HOOK__
const { onCommitFiberRoot } = hook
hook.onCommitFiberRoot = (...commit) => {
  onCommitFiberRoot?.apply(hook, commit)
  commits += 1
}

/** Of the page so far. */
export const commitCount = () => commits
