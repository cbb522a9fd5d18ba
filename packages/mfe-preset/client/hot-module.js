/* global HOT_CONTAINER, __webpack_public_path__ */
// Beside a module in its development build: how the shell brings what was built since into the running module.
const hot = import.meta.webpackHot
const folderOf = (href) => /^(.*\/m\/[^/]+\/)[^/]+\//.exec(href)

const here = folderOf(__webpack_public_path__)?.[1]

const showStylesOf = (folder) => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href]')) {
    const [place, module] = folderOf(link.href) ?? []
    if (place && module === here && !link.disabled) link.href = folder + link.href.slice(place.length)
  }
}

globalThis.griotHot ??= { containers: new Map() }
globalThis.griotHot.containers.set(HOT_CONTAINER, async (folder) => {
  // A version's folder has the way to it from each of the last versions.
  __webpack_public_path__ = folder
  showStylesOf(folder)
  let isRenewed = false
  while (await hot.check(true)) isRenewed = true
  if (!isRenewed) throw new Error('there is no way from what runs to what was built')
})
