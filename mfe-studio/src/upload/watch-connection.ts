// A dead connection may take minutes to be noticed by a browser.
const STALLED_MS = 30_000
// All has been sent, and the server writes it down.
const ANSWER_MS = 120_000

/** Stops what hangs on a connection that is gone: the browser is offline, or nothing has moved for long. */
export const watchConnection = (abort: AbortController) => {
  let lost = false
  const lose = () => {
    lost = true
    abort.abort()
  }
  let timer = setTimeout(lose, STALLED_MS)
  addEventListener('offline', lose)
  return {
    isLost: () => lost,
    /** Bytes have left. */
    moved(isAll: boolean) {
      clearTimeout(timer)
      timer = setTimeout(lose, isAll ? ANSWER_MS : STALLED_MS)
    },
    end() {
      clearTimeout(timer)
      removeEventListener('offline', lose)
    },
  }
}
