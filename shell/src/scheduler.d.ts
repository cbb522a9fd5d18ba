declare module 'scheduler' {
  /** 0 for React's own rate. */
  export const unstable_forceFrameRate: (slicesASecond: number) => void
  export const unstable_scheduleCallback: (priority: number, callback: () => void) => void
  export const unstable_shouldYield: () => boolean
  export const unstable_now: () => number
}
