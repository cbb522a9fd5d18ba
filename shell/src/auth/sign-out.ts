import { natives } from '../natives.ts'
import { clearModuleStorage } from '../storage/clear-module-storage.ts'
import { forgetLastUser } from './one-user.ts'

export const SIGN_OUT_PATH = '/api/logout'

const TIMEOUT_MS = 2000

type Task = () => Promise<unknown>

const tasks = new Set<Task>()

/** Runs the task before sign-out, while its requests are still authorized. Returns the function that removes the task. */
export const beforeSignOut = (task: Task) => {
  tasks.add(task)
  return () => void tasks.delete(task)
}

const clearBrowser = () => {
  forgetLastUser()
  clearModuleStorage(null)
  // The back/forward cache may show this page to the next user of the browser.
  window.addEventListener('pageshow', () => window.location.reload(), { once: true })
}

/** Ends the session and removes the user's data from the browser. Tasks delay it by at most two seconds. */
export const signOut = async () => {
  const { setTimeout } = natives()
  const done = Promise.allSettled([...tasks].map((task) => task()))
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
  // Not earlier: the user can still stay on the page when the browser asks about unsaved changes.
  window.addEventListener('pagehide', clearBrowser, { once: true })
  window.location.assign(SIGN_OUT_PATH)
}
