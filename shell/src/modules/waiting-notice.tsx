import './waiting-notice.css'

interface WaitingNoticeProps {
  text: string
  /** What the person can do about it at once; missing while something would be lost. */
  action?: { label: string; go: () => void } | undefined
}

/** A quiet line over the page about a version that waits. */
export function WaitingNotice({ text, action }: WaitingNoticeProps) {
  return (
    <div className="waiting-notice" role="status">
      <p>{text}</p>
      {action && (
        <button type="button" onClick={action.go}>
          {action.label}
        </button>
      )}
    </div>
  )
}
