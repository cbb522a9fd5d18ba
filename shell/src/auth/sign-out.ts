import { forgetKept } from '../modules/module-storage.ts'
import { leave } from './one-person.ts'

export const SIGN_OUT_PATH = '/api/logout'

/** Nobody waits longer than this for words that do not get through. */
const PATIENCE_MS = 2000

type LastWord = () => Promise<unknown>

const lastWords = new Set<LastWord>()

/** What has to reach the server while it still knows who this is: afterwards it is answered 401. Returns the way out. */
export const beforeSignOut = (say: LastWord) => {
  lastWords.add(say)
  return () => void lastWords.delete(say)
}

const forgetAll = () => {
  leave()
  forgetKept(null)
  // The browser may keep the page as it was, for whoever comes back to it.
  window.addEventListener('pageshow', () => window.location.reload(), { once: true })
}

/** Leaves the page for the place that ends the session. Who goes on purpose leaves nothing of theirs in the browser. */
export const signOut = async () => {
  const said = Promise.allSettled([...lastWords].map((say) => say()))
  await Promise.race([said, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  // Not before the page goes: who is asked whether to stay with what they write may stay.
  window.addEventListener('pagehide', forgetAll, { once: true })
  window.location.assign(SIGN_OUT_PATH)
}
