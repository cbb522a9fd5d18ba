import type { Badge } from '@griot/contracts/points'
import type { SlotProps } from '@griot/shell-sdk/contract'
import { formatPoints } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BadgeIcon } from './badge-icon.tsx'

const SHOWN_MS = 3000
/** The last badge is shown longer. */
const LAST_MS = 2000
const CLOSING_MS = 300

/** Announces earned badges one after the other, then closes; Escape or the button close it at once. */
export function BadgePopup({ badges, onClose }: SlotProps['badge-popup']) {
  const [at, setAt] = useState(0)
  const [isClosing, setIsClosing] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const isHeldOpen = useHoverOrFocus(popup)
  // Screen readers announce changes of an existing live region, not the content of a new one.
  const [isAnnouncing, setIsAnnouncing] = useState(false)
  useEffect(() => setIsAnnouncing(true), [])
  const badge = badges[at]
  const isLast = at >= badges.length - 1
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    if (isClosing) {
      const timer = setTimeout(() => close.current(), CLOSING_MS)
      return () => clearTimeout(timer)
    }
    if (isHeldOpen) return
    const timer = isLast
      ? setTimeout(() => setIsClosing(true), SHOWN_MS + LAST_MS)
      : setTimeout(() => setAt(at + 1), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [at, isLast, isClosing, isHeldOpen])

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && setIsClosing(true)
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])

  if (!badge) return null
  return (
    <div
      ref={popup}
      data-closing={isClosing}
      className="rewards:fixed rewards:inset-x-4 rewards:top-4 rewards:z-70 rewards:mx-auto rewards:max-w-md rewards:rounded-l rewards:bg-points-fill rewards:p-4 rewards:sm:p-5 rewards:text-on-points rewards:shadow-l rewards:transition-[opacity,transform] rewards:duration-300 rewards:data-[closing=true]:-translate-y-4 rewards:data-[closing=true]:opacity-0 rewards:starting:-translate-y-4 rewards:starting:opacity-0"
    >
      <div className="rewards:flex rewards:items-center rewards:gap-3 rewards:sm:gap-4">
        <span className="rewards:grid rewards:size-12 rewards:flex-none rewards:sm:size-16 rewards:place-items-center rewards:rounded-full rewards:bg-on-points rewards:text-points-fill">
          <BadgeIcon icon={badge.icon} size={32} />
        </span>
        <div role="status" className="rewards:min-w-0 rewards:flex-1">
          {isAnnouncing && <BadgeText badge={badge} />}
        </div>
        <IconButton
          label="Close"
          className="rewards:self-start rewards:text-on-points rewards:hover:bg-on-points/15"
          onClick={() => setIsClosing(true)}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {badges.length > 1 && (
        <p className="rewards:mt-3 rewards:text-center rewards:text-sm rewards:tabular-nums">
          {at + 1} of {badges.length}
        </p>
      )}
    </div>
  )
}

const HOLD = ['pointerenter', 'focusin']
const RELEASE = ['pointerleave', 'focusout']

/** True while the element is hovered or contains the focus. */
const useHoverOrFocus = (element: RefObject<HTMLElement | null>) => {
  const [isHeldOpen, setIsHeldOpen] = useState(false)
  useEffect(() => {
    const handle = ({ type }: Event) => setIsHeldOpen(HOLD.includes(type))
    // The listeners end with the element.
    for (const event of [...HOLD, ...RELEASE]) element.current?.addEventListener(event, handle)
  }, [element])
  return isHeldOpen
}

function BadgeText({ badge }: { badge: Badge }) {
  return (
    <>
      <p className="rewards:text-sm rewards:font-semibold">
        Badge earned · <span className="rewards:capitalize">{badge.rarity}</span>
      </p>
      <p className="rewards:font-display rewards:text-2xl rewards:leading-tight rewards:font-extrabold">{badge.name}</p>
      <p className="rewards:mt-1">
        {badge.description} <strong>+{formatPoints(badge.points)}</strong>
      </p>
    </>
  )
}
