import { clsx } from 'clsx'
import { createElement, type ReactNode, useMemo } from 'react'
import { spokenDuration } from './format.ts'
import { readNotes } from './note-parts.ts'

interface NoteTimes {
  /** Seconds of the recording. A later time is text. */
  duration: number
  /** Plays from a time of the notes. Without it, times are text. */
  onTime?: ((seconds: number) => void) | undefined
}

interface ShowNotesProps extends NoteTimes {
  notes: string
  /** The same notes with paragraphs, lists and links. */
  html?: string | null | undefined
  className?: string
}

/** A description with links and with times, such as 12:30, that play from that position. */
export function ShowNotes({ notes, html, className, ...times }: ShowNotesProps) {
  if (html) {
    return (
      <div className={clsx('g-notes g-notes-html', className)}>
        <HtmlNotes html={html} {...times} />
      </div>
    )
  }
  return (
    <p className={clsx('g-notes', className)}>
      <NoteText text={notes} {...times} />
    </p>
  )
}

/** A text whose addresses are links, and whose times play from that position. */
function NoteText({ text, duration, onTime }: NoteTimes & { text: string }) {
  let at = 0
  return readNotes(text, duration).map((part) => {
    const key = at
    at += part.text.length
    if (part.kind === 'link') {
      return (
        <a key={key} href={part.href} target="_blank" rel="noreferrer nofollow ugc">
          {part.text}
        </a>
      )
    }
    if (part.kind === 'time' && onTime) {
      const { seconds } = part
      return (
        <button
          key={key}
          type="button"
          aria-label={`${part.text}, play from ${spokenDuration(seconds)}`}
          onClick={() => onTime(seconds)}
        >
          {part.text}
        </button>
      )
    }
    return part.text
  })
}

const ELEMENTS = new Set(['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'blockquote', 'h3'])
const LINK = /^(https?:|mailto:)/i

/**
 * The only place that turns HTML of users into elements. The server has sanitized it; this component creates only the elements
 * that it lists, without attributes, so other HTML is text.
 */
function HtmlNotes({ html, ...times }: NoteTimes & { html: string }) {
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html])
  return contentsOf(body, times)
}

const contentsOf = (node: Node, times: NoteTimes): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never move
  [...node.childNodes].map((child, at) => <Contents key={at} node={child} times={times} />)

function Contents({ node, times }: { node: Node; times: NoteTimes }): ReactNode {
  if (node instanceof Text) return <NoteText text={node.data} {...times} />
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (name === 'br') return <br />
  if (name === 'a') return <Link node={node} />
  const contents = contentsOf(node, times)
  return ELEMENTS.has(name) ? createElement(name, null, ...contents) : contents
}

function Link({ node }: { node: Element }) {
  const href = node.getAttribute('href') ?? ''
  if (!LINK.test(href)) return node.textContent
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow ugc">
      {node.textContent}
    </a>
  )
}
