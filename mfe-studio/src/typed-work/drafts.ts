const PREFIX = 'griot-studio draft '

type Draft = Readonly<Record<string, unknown>>

/** A browser that keeps nothing, or has no room, costs the drafts alone. */
const ifItKeeps = <Result>(work: () => Result) => {
  try {
    return work()
  } catch {
    return null
  }
}

/** What one person has typed into forms and not saved. It outlives a reload, and ends with the tab. */
export const draftsOf = (userId: string) => {
  const own = `${PREFIX}${userId} `
  return {
    read(name: string): Draft {
      const kept: unknown = ifItKeeps(() => JSON.parse(sessionStorage.getItem(own + name) ?? 'null'))
      return typeof kept === 'object' && kept !== null ? (kept as Draft) : {}
    },
    write: (name: string, draft: Draft) => ifItKeeps(() => sessionStorage.setItem(own + name, JSON.stringify(draft))),
    remove: (name: string) => ifItKeeps(() => sessionStorage.removeItem(own + name)),
    /** Of somebody who used this tab before. */
    removeOthers: () =>
      ifItKeeps(() => {
        for (const key of Object.keys(sessionStorage)) {
          if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key)
        }
      }),
  }
}
