// Modules run in the same realm as the shell. What one of them does to the page must not outlast its view, and must not keep
// another version from reaching the tab.

/** What the shell and its libraries call while modules run. */
const GLOBALS = [
  ...[
    'fetch',
    'EventSource',
    'BroadcastChannel',
    'MessageChannel',
    'AbortController',
    'AbortSignal',
    'MutationObserver',
  ],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'requestAnimationFrame'],
  ...['requestIdleCallback', 'cancelIdleCallback', 'localStorage', 'sessionStorage', 'history', 'navigator'],
  ...['Object', 'Array', 'String', 'Number', 'Promise', 'Map', 'Set', 'WeakMap', 'JSON', 'Reflect', 'Math'],
  ...['Error', 'URL', 'URLSearchParams', 'Headers', 'Request', 'Response', 'Event', 'CustomEvent', 'performance'],
]
/** Their static members and those of their prototypes. */
const OWNERS = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'RegExp',
    'Promise',
    'Map',
    'Set',
    'WeakMap',
    'JSON',
    'Reflect',
  ],
  ...[
    'EventTarget',
    'Node',
    'Element',
    'HTMLElement',
    'Document',
    'History',
    'Storage',
    'EventSource',
    'HTMLMediaElement',
  ],
  ...['URL', 'URLSearchParams', 'Headers', 'Request', 'Response', 'AbortController', 'AbortSignal', 'MessagePort'],
]
const CHECK_MS = 1000

interface Member {
  owner: object
  name: PropertyKey
  label: string
  property: PropertyDescriptor
}

// Modules may change these functions too, array methods and iteration included. The code below uses none of them.
const { defineProperty, getOwnPropertyDescriptor } = Object
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
    ...membersOf(globalThis, '', GLOBALS),
    ...OWNERS.flatMap((name) => {
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

/** Methods that were set on an object itself hide those of its prototype. */
const removeShadows = (target: object, label: string) => {
  const removed: string[] = []
  const names = ownKeys(target)
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as PropertyKey
    if (typeof (Object.getPrototypeOf(target) as Record<PropertyKey, unknown>)[name] !== 'function') continue
    if (deleteProperty(target, name)) removed[removed.length] = `${label}.${String(name)}`
  }
  return removed
}

/** Rendered by React, which removes it itself. */
const isRendered = (node: Node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/** Scripts and stylesheets belong to the loader; custom elements at the end of the page to browser extensions. */
const isForeign = (node: Node, own: ReadonlySet<Node>) =>
  node instanceof HTMLElement &&
  !own.has(node) &&
  !node.matches('script, link, [data-radix-focus-guard]') &&
  !node.localName.includes('-') &&
  !isRendered(node)

export type PageGuard = ReturnType<typeof guardPage>

/** Must be called before the first module runs. `onChange` receives what was restored or removed. */
export const guardPage = (onChange: (what: string) => void) => {
  // Frame and player.
  const roots = [...document.querySelectorAll('#root, #player')]
  const members = takeMembers()
  const own = new Set<Node>(document.body.children)
  const sheets = [...document.adoptedStyleSheets]

  const report = (verb: string, names: string[]) => {
    if (names.length > 0) onChange(`${verb} ${names.slice(0, 10).join(', ')}`)
  }

  const restoreNatives = () => {
    const changed = restore(members)
    const shadows = removeShadows(history, 'history')
    report('changed', changed)
    report('changed', shadows)
  }

  /** After a module emptied the body. The elements still contain everything that the shell rendered. */
  const restoreRoots = () => {
    const missing = roots.filter((root) => root.parentNode !== document.body)
    if (missing.length === 0) return
    // A root that is in place must not move.
    for (const root of missing) root === roots[0] ? document.body.prepend(root) : roots[0]?.after(root)
    report(
      'removed',
      missing.map((root) => `#${root.id}`),
    )
  }

  const removeForeign = () => {
    const foreign = [...document.body.children].filter((node) => isForeign(node, own))
    for (const node of foreign) node.remove()
    report(
      'left',
      foreign.map((node) => `<${node.localName}>`),
    )
    if (document.adoptedStyleSheets.length === sheets.length) return
    document.adoptedStyleSheets = [...sheets]
    report('left', ['style sheets'])
  }

  const observer = new MutationObserver(() => {
    restoreNatives()
    restoreRoots()
  })
  observer.observe(document.body, { childList: true })
  const timer = setInterval(restoreNatives, CHECK_MS)

  return {
    restoreNatives,
    /** After the page of a module was left. */
    clean: () => {
      restoreNatives()
      // The next page has been rendered then, and dialogs of the old one are closed.
      setTimeout(removeForeign)
    },
    end: () => {
      observer.disconnect()
      clearInterval(timer)
    },
  }
}
