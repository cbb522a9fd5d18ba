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

/** An uploaded cover is kept in these sizes; which one its address names is the last part of it. */
const UPLOADED = /^(\/api\/podcast\/[^/]+\/cover\/[^/]+\/)\d+$/
const SIZES = [160, 480, 1400]

/** What the browser may choose from: it knows how large the picture will be, and how fine its screen is. */
const choiceFor = (src: string, eager: boolean) => {
  const [, base] = UPLOADED.exec(src) ?? []
  if (base === undefined) return {}
  return {
    srcSet: SIZES.map((size) => `${base}${size} ${size}w`).join(', '),
    // Lazy pictures are measured; who cannot measure, or has to hurry, takes the middle one.
    sizes: eager ? '30rem' : 'auto, 10rem',
  }
}

/** A square cover. Decorative: the title always stands beside it in text. */
export function Cover({ id, title, src, eager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={clsx('g-cover', className)}>
      {src && src !== broken ? (
        <img
          {...choiceFor(src, eager)}
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <CoverArt id={id} title={title} />
      )}
    </span>
  )
}
