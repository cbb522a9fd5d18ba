/* global HOT_CONTAINER, __webpack_public_path__ */
// In a module's development build: lets the shell apply a later build to the running module.
const hot = import.meta.webpackHot
const folderOf = (href) => /^(.*\/m\/[^/]+\/)[^/]+\//.exec(href)

const here = folderOf(__webpack_public_path__)?.[1]

const reloadStyles = (folder) => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href]')) {
    const [base, module] = folderOf(link.href) ?? []
    if (base && module === here && !link.disabled) link.href = folder + link.href.slice(base.length)
  }
}

globalThis.griotHot ??= { containers: new Map() }
globalThis.griotHot.containers.set(HOT_CONTAINER, async (folder) => {
  // The folder of a version contains the updates from earlier versions.
  __webpack_public_path__ = folder
  reloadStyles(folder)
  let isUpdated = false
  while (await hot.check(true)) isUpdated = true
  if (!isUpdated) throw new Error('there is no update from the running build to the new one')
})
