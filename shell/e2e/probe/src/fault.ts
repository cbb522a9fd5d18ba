declare const BUILD: string

interface Fault {
  build: string
  at: 'evaluate' | 'setup' | 'render'
}

export const build = BUILD

/** The test asks one build to fail at one place. */
export const throwIfFaulty = (at: Fault['at']) => {
  const { probeFault } = globalThis as { probeFault?: Fault }
  if (probeFault?.build === BUILD && probeFault.at === at) throw new Error(`probe ${BUILD} fails on purpose (${at})`)
}
