import { formatPlayerTime } from '@griot/ui/format'
import type { ReactNode } from 'react'

/** Shown by the script; without it, the browser's own controls remain. The labels are those of the app's player. */
export function PlayerControls({ seconds }: { seconds: number }) {
  return (
    <div className="player player-controls" hidden>
      <button type="button" className="back" aria-label="Back 15 seconds">
        <Icon>
          <path d="M4 4v5h5M4.5 9a8 8 0 1 1-.5 4" />
        </Icon>
      </button>
      <button type="button" className="play" aria-label="Play">
        <Icon className="icon-play">
          <path d="M7 4.5v15l12-7.5z" fill="currentColor" />
        </Icon>
        <Icon className="icon-pause">
          <path d="M8 5v14M16 5v14" strokeWidth="4" />
        </Icon>
      </button>
      <button type="button" className="forward" aria-label="Forward 15 seconds">
        <Icon>
          <path d="M20 4v5h-5M19.5 9a8 8 0 1 0 .5 4" />
        </Icon>
      </button>
      <div className="progress">
        <span className="position">{formatPlayerTime(0)}</span>
        <input type="range" min={0} max={seconds} step={1} defaultValue={0} aria-label="Progress" />
        <span className="total">{formatPlayerTime(seconds)}</span>
      </div>
      <button type="button" className="speed" aria-label="Speed: 1×">
        1×
      </button>
      <button type="button" className="mute" aria-label="Mute" aria-pressed="false">
        <Icon>
          <path d="M4 9.5v5h4l5 4v-13l-5 4zM17 9a4 4 0 0 1 0 6" />
        </Icon>
      </button>
      <p className="problem" role="alert" hidden>
        The audio does not load. Please press Play to try again.
      </p>
    </div>
  )
}

function Icon({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  )
}
