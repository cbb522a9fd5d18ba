// Imported before React, which looks up this hook once. Production builds of React call no Profiler.

/** In one second. An animation commits once a frame, at most 240 times. */
const MAX_COMMITS = 300
const LOOP_SECONDS = 2

interface ReactHook {
  supportsFiber: boolean
  renderers: Map<number, unknown>
  inject(): number
  onCommitFiberRoot(...commit: unknown[]): void
}

const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReactHook }

/** Newest last. The view that was mounted last is the likeliest cause. */
const views: (() => void)[] = []

/** Returns a function that takes the time of a commit, in milliseconds, and returns true if the page renders without end. */
export const createLoopMeter = () => {
  let since = 0
  let commits = 0
  let seconds = 0
  return (now: number) => {
    commits += 1
    const ms = now - since
    if (ms < 1000) return false
    seconds = (commits / ms) * 1000 > MAX_COMMITS ? seconds + 1 : 0
    since = now
    commits = 0
    return seconds >= LOOP_SECONDS
  }
}

const isLoop = createLoopMeter()

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
  // Not during the commit.
  if (isLoop(performance.now())) setTimeout(() => views.at(-1)?.())
}

/**
 * Calls `onLoop` if the page renders hundreds of times a second while this view is the newest. Returns the function that ends
 * this.
 */
export const watchCommits = (onLoop: () => void) => {
  views.push(onLoop)
  return () => void views.splice(views.indexOf(onLoop), 1)
}
