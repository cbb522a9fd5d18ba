import type { Badge } from '@griot/contracts/points'
import type { SlotProps } from '@griot/shell-sdk/contract'
import { formatPoints } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BadgeIcon } from './badge-icon.tsx'

const SHOWN_MS = 3000
/** After its three seconds the last badge stays a little, then the popup fades. */
const LAST_MS = 2000
const CLOSING_MS = 300

/** Announces earned badges one after the other, then closes; Escape or the button close it at once. */
export function BadgePopup({ badges, onClose }: SlotProps['badge-popup']) {
  const [at, setAt] = useState(0)
  const [isClosing, setIsClosing] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const isHeld = useHeld(popup)
  // Screen readers announce what changes in a region that is there, not a region that comes with its words.
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
    if (isHeld) return
    const timer = isLast
      ? setTimeout(() => setIsClosing(true), SHOWN_MS + LAST_MS)
      : setTimeout(() => setAt(at + 1), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [at, isLast, isClosing, isHeld])

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
          {isAnnouncing && <Words badge={badge} />}
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

/** Whether somebody points at the element or stands in it: then what leaves by itself stays. */
const useHeld = (element: RefObject<HTMLElement | null>) => {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const node = element.current
    const hold = () => setIsHeld(true)
    const release = () => setIsHeld(false)
    for (const event of ['pointerenter', 'focusin']) node?.addEventListener(event, hold)
    for (const event of ['pointerleave', 'focusout']) node?.addEventListener(event, release)
    return () => {
      for (const event of ['pointerenter', 'focusin']) node?.removeEventListener(event, hold)
      for (const event of ['pointerleave', 'focusout']) node?.removeEventListener(event, release)
    }
  }, [element])
  return isHeld
}

function Words({ badge }: { badge: Badge }) {
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
