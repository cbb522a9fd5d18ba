import { clsx } from 'clsx'
import { useState } from 'react'
import { CoverArt } from './cover-art.tsx'

interface CoverProps {
  /** The show's id; the drawn cover follows from it. */
  id: string
  title: string
  /** Missing or broken: a cover is drawn. */
  src?: string | null | undefined
  /** Covers at the top of the page are wanted at once; all others when they come near. */
  eager?: boolean
  className?: string
}

/** A square cover. Decorative: the title always stands beside it in text. */
export function Cover({ id, title, src, eager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={clsx('g-cover', className)}>
      {src && src !== broken ? (
        <img src={src} alt="" loading={eager ? 'eager' : 'lazy'} decoding="async" onError={() => setBroken(src)} />
      ) : (
        <CoverArt id={id} title={title} />
      )}
    </span>
  )
}
