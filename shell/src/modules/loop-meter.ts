/** In one second. An animation commits once a frame, at most 240 times. */
export const MAX_COMMITS = 300
const LOOP_SECONDS = 2
const BUSY_COMMITS = 30
const BUSY_SECONDS = 10

/** Returns a function that takes the commits of the last second and returns true if the page renders without end. */
export const createLoopMeter = () => {
  let seconds = 0
  return (commits: number) => {
    seconds = commits > MAX_COMMITS ? seconds + 1 : 0
    return seconds >= LOOP_SECONDS
  }
}

/**
 * Returns a function that takes the commits of the last second and whether the page had an idle moment or input then. It
 * returns true once if the page was busy for ten seconds.
 */
export const createBusyMeter = () => {
  let seconds = 0
  return (commits: number, hadPause: boolean) => {
    seconds = commits > BUSY_COMMITS && !hadPause ? seconds + 1 : 0
    return seconds === BUSY_SECONDS
  }
}
