/**
 * Calls `stop` when npm is terminated. npm forwards SIGTERM only to the shell that runs the script. The shell ends without
 * sending a signal to this process.
 */
export const onNpmExit = (stop: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
