import { originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'

/** `https://griot.example/m/rewards/0.1.0-g3f2a1c90/a1b2.js:1:2345`, as every browser writes it, or the end of that. */
const PLACE = /((?:https?:\/\/[^\s()@]+?|[\w./~-]+)\.js):(\d+):(\d+)/g

/** The map of a script, by its address in the stack; null when there is none. */
export type MapOf = (address: string) => Promise<TraceMap | null>

/** A stack with the places in the sources instead of those in what was built from them; what has no map stays as it is. */
export const translateStack = async (stack: string, mapOf: MapOf) => {
  const maps = new Map<string, TraceMap | null>()
  for (const [, address = ''] of stack.matchAll(PLACE)) if (!maps.has(address)) maps.set(address, await mapOf(address))
  let translated = 0
  const text = stack.replace(PLACE, (place, address: string, line: string, column: string) => {
    const map = maps.get(address)
    // Browsers count columns from 1, maps from 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (!found || found.source === null) return place
    translated += 1
    return `${found.source}:${found.line}:${found.column + 1}`
  })
  return { text, translated }
}
