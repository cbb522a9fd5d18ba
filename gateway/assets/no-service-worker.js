// Removes the worker and its cache.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('offline').then(() => self.registration.unregister()))
})
