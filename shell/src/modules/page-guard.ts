// Modules run in the same realm as the shell. Changes of the page must not outlast the view of their module, and must not keep
// another version from reaching the tab.

import { natives, takeNatives } from '../natives.ts'
import { shellElements } from '../shell-elements.ts'
import { watchLongScripts } from './long-scripts.ts'
import type { MountedView } from './mounted-views.ts'
import { createRestoreNatives } from './restore-natives.ts'
import { suspectedView } from './suspected-view.ts'
import { watchLoops } from './watch-loops.ts'

const CHECK_MS = 1000
/** A browser extension that removes elements of the shell would do so each time. */
const MAX_RENEWALS = 5
/** Before code that depends on the functions handles them, such as the router. */
const CHECKED_EVENTS = ['click', 'keydown', 'popstate', 'pagehide']

/** Rendered by React, which removes it itself. */
const isRendered = (node: Node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/** Scripts and stylesheets belong to the loader; custom elements to browser extensions. */
const KEPT = 'script, link, [data-radix-focus-guard]'
/** Builds add styles to the head once, and expect them there when their page is opened again. */
const KEPT_IN_HEAD = 'script, link, style'

const isForeign = (node: Node, own: ReadonlySet<Node>, kept = KEPT) => {
  if (own.has(node) || isRendered(node)) return false
  if (node instanceof Element) return !node.matches(kept) && !node.localName.includes('-')
  return node instanceof Text && node.data.trim() !== ''
}

const nameOf = (node: Node) => (node instanceof Element ? `<${node.localName}>` : 'text')

export type PageGuard = ReturnType<typeof guardPage>

/** Nodes in elements that contain parts of the shell, without the insides of modules. */
const shellNodes = () => {
  const parents = new Set<Element>()
  for (const element of shellElements) {
    const first = element.matches('[data-mfe]') ? element.parentElement : element
    for (let parent = first; parent && parent !== document.body; parent = parent.parentElement) parents.add(parent)
  }
  return [...parents].flatMap(({ childNodes }) => [...childNodes])
}

type Suspect = Pick<MountedView, 'module' | 'version'>

export interface GuardEvents {
  /** Receives what was restored or removed, and that the page keeps the browser busy. Without a suspect, several may be. */
  onChange(what: string, suspect?: Suspect): void
  /** A script of this file blocked the page. */
  onBlocked(file: string, ms: number): void
  /** Elements of the shell were removed inside of its roots. The page must be rendered again. */
  onRemoved(suspect?: Suspect): void
}

/** Must be called before the first module runs. */
export const guardPage = ({ onChange, onBlocked, onRemoved }: GuardEvents) => {
  // Frame and player.
  const roots = [...document.querySelectorAll('#root, #player')]
  const releaseNatives = takeNatives()
  const { setTimeout, setInterval, clearInterval } = natives()
  const restore = createRestoreNatives()
  const own = new Set<Node>([...document.head.childNodes, ...document.body.childNodes])
  const sheets = [...document.adoptedStyleSheets]

  const report = (verb: string, names: string[]) => {
    if (names.length > 0) onChange(`${verb} ${names.slice(0, 10).join(', ')}`, suspectedView())
  }

  const restoreNatives = () => report('changed', restore())

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
    const foreign = [
      ...[...document.head.childNodes].filter((node) => isForeign(node, own, KEPT_IN_HEAD)),
      ...[...document.body.childNodes, ...shellNodes()].filter((node) => isForeign(node, own)),
    ]
    for (const node of foreign) node.remove()
    report('left', foreign.map(nameOf))
    if (document.adoptedStyleSheets.length === sheets.length) return
    document.adoptedStyleSheets = [...sheets]
    report('left', ['style sheets'])
  }

  let renewals = 0
  const check = () => {
    restoreNatives()
    restoreRoots()
    if (renewals >= MAX_RENEWALS || [...shellElements].every(({ isConnected }) => isConnected)) return
    renewals += 1
    onRemoved(suspectedView())
  }

  const observer = new MutationObserver(check)
  for (const parent of [document.body, ...roots]) observer.observe(parent, { childList: true })
  const timer = setInterval(check, CHECK_MS)
  const ended = new AbortController()
  const { signal } = ended
  for (const type of CHECKED_EVENTS) window.addEventListener(type, check, { capture: true, signal })
  watchLongScripts(onBlocked, signal)
  const reportBusy = (commits: number) =>
    onChange(`renders ${commits} times a second, without an idle moment for ten seconds`, suspectedView())
  watchLoops(reportBusy, signal)

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
      ended.abort()
      releaseNatives()
    },
  }
}
