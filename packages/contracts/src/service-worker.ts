/** The script of the service worker. It has the scope of the whole origin, so it is at its root. */
export const SERVICE_WORKER_PATH = '/service-worker.js'
