import type { ModuleRelease } from '@griot/contracts/module-assignment'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type Container = NonNullable<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>>

/**
 * Imports an entry that is an ES module. An `import` has no integrity, so the files of the first view are preloaded with it:
 * the browser then imports the verified files. Files that the module imports later are not verified in the browser.
 */
export const importEntry = async (release: ModuleRelease, entry: string): Promise<Container> => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1)
  const initial = Object.entries(release.initial ?? {}).map(([file, integrity]) => [folder + file, integrity] as const)
  const files = [[entry, release.integrity] as const, ...initial]
  await Promise.all(
    files.flatMap(([address, integrity]) => {
      if (address.endsWith('.css')) return [loadLink('stylesheet', address, integrity)]
      return address.endsWith('.js') || address.endsWith('.mjs') ? [loadLink('modulepreload', address, integrity)] : []
    }),
  )
  const exported = (await import(/* webpackIgnore: true */ entry)) as Container
  // As a script does, so that tools find both kinds of containers.
  const globals = globalThis as unknown as Record<string, Container>
  globals[release.container] = exported
  return globals[release.container] ?? exported
}

const loadLink = (rel: string, href: string, integrity: string) =>
  new Promise<void>((resolve, reject) => {
    const isThere = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].some(
      (one) => one.href === href,
    )
    // A preload of the page may have failed before it had a listener. A second one of a loaded file costs nothing.
    if (isThere && rel === 'stylesheet') return resolve()
    const link = Object.assign(document.createElement('link'), { rel, href, integrity, crossOrigin: 'anonymous' })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${href} did not load`))
    })
    document.head.append(link)
  })
