import type { ModuleRelease } from '@griot/contracts/module-assignment'

/** The bytes of a file differ from the hash in the registry. A retry would return the same bytes. */
export class IntegrityError extends Error {}

// Fetched after a failure only. If it does not load either, the network is at fault and a retry is right.
const load = () => import(/* webpackChunkName: "later" */ './find-changed-file.ts').catch(() => null)

/** The address of a changed file of the release; also null if it cannot be determined. */
export const findChangedFile = async (release: ModuleRelease, entry: string) =>
  (await load())?.findChangedFile(release, entry) ?? null

/** Reports changed files that a module requests itself, after it was loaded. For the module they are missing. */
export const watchChangedFiles = (onChanged: (address: string) => void) =>
  window.addEventListener(
    'error',
    async ({ target }) => {
      const address = target === window ? null : await (await load())?.changedAddress(target)
      if (address) onChanged(address)
    },
    // Load errors do not bubble.
    true,
  )
