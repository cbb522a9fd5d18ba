import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'

/** What the shell's development build brings along; see packages/mfe-preset/client/hot-shell.js. */
type WithHot = typeof globalThis & {
  griotHot?: { takeIn?(known: Assignment, next: Assignment): Promise<readonly string[]> }
}

/**
 * In development: brings what was built into the page as it stands, and answers what the page then runs. What took in
 * its news keeps the version that it was loaded as, or it would be loaded again. Null when only a new page can have it.
 */
export const takeIn = async (known: Assignment, next: Assignment): Promise<Assignment | null> => {
  const { griotHot } = globalThis as WithHot
  if (!griotHot?.takeIn) return null
  try {
    const renewed = await griotHot.takeIn(known, next)
    const kept = Object.entries(known.modules).filter(([name]) => renewed.includes(name))
    const modules: Record<string, AssignedModule> = { ...next.modules, ...Object.fromEntries(kept) }
    const { newerShell: _, ...rest } = next
    return { ...rest, shell: known.shell, modules }
  } catch (error) {
    console.warn('this change needs a new page', error)
    return null
  }
}
