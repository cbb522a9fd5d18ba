// Sends one page when a navigation fails without a network. All other requests go to the network as without a worker, and
// nothing else is cached: versions of modules, ranges of audio and previews stay with the gateway and the browser's cache.
const CACHE = 'offline'
const PAGE = '/offline'

self.addEventListener('install', (event) => {
  // Browsers that support static routes do not start the worker for requests of a page.
  const isNoNavigation = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }))
  event.addRoutes?.({ condition: { or: isNoNavigation }, source: 'network' })
  const store = async () => (await caches.open(CACHE)).add(new Request(PAGE, { cache: 'reload' }))
  event.waitUntil(store().then(() => self.skipWaiting()))
})

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET') return
  // For these addresses the gateway needs the browser's own headers, which tell a link of ours from a foreign one.
  if (/^\/(api|idp|m|mfe|metrics)(\/|$)/.test(new URL(url).pathname)) return
  // Without navigation preload: it sends the request twice for the addresses above, of which some work once.
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(PAGE)) ?? Response.error()))
})
