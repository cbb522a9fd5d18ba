// In the shell's development build: brings what was built since into the page as it stands.
const hot = import.meta.webpackHot

globalThis.griotHot ??= { containers: new Map() }
const { griotHot } = globalThis

/** What runs here, where it is not what was assigned when the page came. */
const running = new Map()

const takeInShell = async (version) => {
  let isRenewed = false
  while (await hot.check(true)) isRenewed = true
  if (!isRenewed) throw new Error('there is no way from this shell to the one that was built')
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/assets/"]')) {
    link.href = `${new URL(link.href).pathname}?${version}`
  }
}

const takeInModule = async (name, known, next) => {
  const update = griotHot.containers.get(next.container)
  if (!update || next.container !== known.container) throw new Error(`${name} was built by another watcher`)
  await update(new URL(next.entry.replace(/[^/]+$/, ''), location.origin).href)
}

const isLoaded = (name) => performance.getEntriesByName(`mfe:${name}:load`).length > 0

/**
 * Names the modules that took in their news and go on as they are; a module that this page has not loaded needs none.
 * Throws when something can only be had by loading the page again.
 */
griotHot.takeIn = async (known, next) => {
  const versionOf = (name, assigned) => running.get(name) ?? assigned
  const shell = next.newerShell ?? next.shell
  if (shell !== versionOf('shell', known.shell)) {
    await takeInShell(shell)
    running.set('shell', shell)
  }
  for (const [name, module] of Object.entries(next.modules)) {
    const before = known.modules[name]
    if (!before) throw new Error(`${name} is new`)
    if (module.version === versionOf(name, before.version) || !isLoaded(name)) continue
    await takeInModule(name, before, module)
    running.set(name, module.version)
  }
  return [...running.keys()]
}
