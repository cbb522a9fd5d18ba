import { fixHistory, replacedInHistory } from './fix-history.ts'

/** Globals that the shell and its libraries use while modules run. */
const GLOBALS = `fetch EventSource BroadcastChannel MessageChannel AbortController AbortSignal MutationObserver setTimeout clearTimeout
  setInterval clearInterval queueMicrotask requestAnimationFrame requestIdleCallback cancelIdleCallback localStorage sessionStorage history
  navigator crypto performance Object Array String Number Date Promise Map Set WeakMap JSON Reflect Math Error URL URLSearchParams Headers
  Request Response Event CustomEvent Audio Blob`
/** Their static members and those of their prototypes. */
const OWNERS = `Object Function Array String Number Date RegExp Promise Map Set WeakMap JSON Reflect EventTarget Node Element HTMLElement
  Document Navigator History Storage EventSource HTMLMediaElement Crypto Performance URL URLSearchParams Headers Request Response
  AbortController AbortSignal MessagePort`

const namesIn = (text: string) => text.split(/\s+/)

interface Member {
  owner: object
  name: PropertyKey
  label: string
  property: PropertyDescriptor
}

// Modules may change these functions too, array methods and iteration included: `restore` uses none of them.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object
const { deleteProperty, ownKeys } = Reflect

const membersOf = (owner: object, label: string, names: readonly PropertyKey[] = ownKeys(owner)): Member[] =>
  names.flatMap((name) => {
    const property = getOwnPropertyDescriptor(owner, name)
    return property && (property.configurable || property.writable)
      ? [{ owner, name, label: `${label}${String(name)}`, property }]
      : []
  })

const takeMembers = () => {
  const page = globalThis as unknown as Record<string, (object & { prototype?: object }) | undefined>
  return [
    ...membersOf(globalThis, '', namesIn(GLOBALS)),
    ...namesIn(OWNERS).flatMap((name) => {
      const owner = page[name]
      const { prototype } = owner ?? {}
      return [
        ...(owner ? membersOf(owner, `${name}.`) : []),
        ...(prototype ? membersOf(prototype, `${name}.prototype.`) : []),
      ]
    }),
  ]
}

/** Sets changed members back. Returns their names. */
const restore = (members: readonly Member[]) => {
  const changed: string[] = []
  for (let at = 0; at < members.length; at += 1) {
    const { owner, name, label, property } = members[at] as Member
    const now = getOwnPropertyDescriptor(owner, name)
    if (now?.value === property.value && now?.get === property.get && now?.set === property.set) continue
    try {
      defineProperty(owner, name, property)
      changed[changed.length] = label
    } catch {
      // It cannot be changed any more.
    }
  }
  return changed
}

const withOwnNames = (label: 'navigator' | 'document') => {
  const target: object = globalThis[label]
  return { label, target, own: new Set(ownKeys(target)) }
}

/** Does not read the property: most getters throw for a prototype. */
const isMethod = (prototype: object | null, name: PropertyKey): boolean => {
  if (prototype === null) return false
  const property = getOwnPropertyDescriptor(prototype, name)
  return property ? typeof property.value === 'function' : isMethod(getPrototypeOf(prototype), name)
}

/** Methods that are set on an object itself hide those of its prototype. Returns the names of removed ones. */
const removeShadows = ({ label, target, own }: ReturnType<typeof withOwnNames>) => {
  const prototype = getPrototypeOf(target)
  return ownKeys(target)
    .filter((name) => !own.has(name) && isMethod(prototype, name) && deleteProperty(target, name))
    .map((name) => `${label}.${String(name)}`)
}

/**
 * Reads the functions of the browser and of the language. Returns a function that restores them, and returns the names of
 * those that had changed.
 */
export const createRestoreNatives = () => {
  const members = takeMembers()
  const objects = [withOwnNames('navigator'), withOwnNames('document')]
  fixHistory()
  return () => {
    // First: the rest needs array methods.
    const changed = restore(members)
    return [...changed, ...replacedInHistory(), ...objects.flatMap(removeShadows)]
  }
}
