import type { ModuleRelease } from '@griot/contracts/module-assignment'

/** What was fetched is not what the registry vouches for. Asking again would bring the same. */
export class IntegrityError extends Error {}

// Wanted only when something failed. Where it does not come either, the line is at fault, and trying again is right.
const look = () => import(/* webpackChunkName: "later" */ './changed-file.ts').catch(() => null)

/** The file of a release that arrives changed; null also where that cannot be known. */
export const changedFile = async (release: ModuleRelease, entry: string) =>
  (await look())?.changedFile(release, entry) ?? null

/**
 * Tells of files that arrived changed after their module had come: a part of a page is asked for by the module itself, and
 * to the module a file that the browser refused is one that did not come.
 */
export const watchChangedParts = (notice: (address: string) => void) =>
  window.addEventListener(
    'error',
    async ({ target }) => {
      const place = target === window ? null : await (await look())?.changedPart(target)
      if (place) notice(place)
    },
    // Errors of files do not bubble.
    true,
  )
