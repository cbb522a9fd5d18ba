import { SERVICE_WORKER_PATH } from '@griot/contracts/service-worker'
import { whenIdle } from './when-idle.ts'

/** Registers the worker that shows a page without a network, after everything that the page itself needs. */
export const registerServiceWorker = () => {
  // Without https, and in private windows of some browsers, there is none.
  const register = () => void navigator.serviceWorker?.register(SERVICE_WORKER_PATH).catch(() => undefined)
  window.addEventListener('load', () => whenIdle(register), { once: true })
}
