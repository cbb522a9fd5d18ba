/** `https://griot.example/m/rewards/0.1.0-g3f2a1c90/a1b2.js:1:2345`, in the format of any browser, or a shorter path. */
const POSITION = /((?:https?:\/\/[^\s()@]+?|[\w./~-]+)\.js):(\d+):(\d+)/g

/** As source maps count: lines from 1, columns from 0. */
interface Position {
  line: number
  column: number
}

/** Finds the source of a position in a built script. */
type FindSource = (position: Position) => (Position & { source: string }) | null

/** The source map of a script by its address in the stack trace; null if there is none. */
export type ReadSourceMap = (address: string) => Promise<FindSource | null>

/** Replaces positions in built scripts by positions in the sources. Positions without a map stay. */
export const translateStackTrace = async (stackTrace: string, readMap: ReadSourceMap) => {
  const maps = new Map<string, FindSource | null>()
  for (const [, address = ''] of stackTrace.matchAll(POSITION)) {
    if (!maps.has(address)) maps.set(address, await readMap(address))
  }
  let translated = 0
  const text = stackTrace.replace(POSITION, (position, address: string, line: string, column: string) => {
    // Browsers count columns from 1.
    const found = maps.get(address)?.({ line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (!found) return position
    translated += 1
    return `${found.source}:${found.line}:${found.column + 1}`
  })
  return { text, translated }
}
