import { MAX_COMMITS } from './loop-meter.ts'
import { type MountedView, mountedViews } from './mounted-views.ts'
import { commitCount } from './watch-commits.ts'
import { pause } from './with-timeout.ts'

const MEASURE_MS = 250

const keyOf = ({ module, version, isPage }: MountedView) => `${module}@${version} ${isPage}`

const isLooping = async () => {
  const before = { commits: commitCount(), at: performance.now() }
  await pause(MEASURE_MS)
  return ((commitCount() - before.commits) / (performance.now() - before.at)) * 1000 > MAX_COMMITS
}

/**
 * Returns a function that ends the view that renders without end: it pauses the views one by one, inner and newer ones first,
 * until the loop stops. It does nothing while the page has only views that it has tried without success.
 */
export const createEndLoop = () => {
  let tried: readonly string[] = []
  let isTrying = false

  const tryAll = async () => {
    const views = mountedViews.toReversed().sort((one, other) => other.depth - one.depth)
    if (views.every((view) => tried.includes(keyOf(view)))) return
    tried = views.map(keyOf)
    const paused: MountedView[] = []
    for (const view of views) {
      // The pause of a view unmounts the views inside of it.
      if (!mountedViews.includes(view)) continue
      view.become('paused')
      if (await isLooping()) paused.push(view)
      else {
        view.become('looping')
        tried = []
        break
      }
    }
    for (const view of paused) view.become('running')
  }

  return async () => {
    if (isTrying) return
    isTrying = true
    try {
      await tryAll()
    } finally {
      isTrying = false
    }
  }
}
