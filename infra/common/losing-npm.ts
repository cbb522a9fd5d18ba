/** `npm run` puts a shell between npm and us, which dies of the SIGTERM that npm passes on, and tells nobody. */
export const onLosingNpm = (stop: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
