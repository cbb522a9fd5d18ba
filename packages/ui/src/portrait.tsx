import { type CSSProperties, useState } from 'react'

interface PortraitProps {
  name: string
  /** If it is missing or broken, the initials are shown. */
  src?: string | null | undefined
  size?: CSSProperties['width']
}

/** Stored sizes of an uploaded picture. */
const UPLOADED = /^(\/api\/creator\/[^/]+\/portrait\/[^/]+\/)160$/

const choiceFor = (src: string, size: CSSProperties['width']) => {
  const [, base] = UPLOADED.exec(src) ?? []
  return base === undefined ? {} : { srcSet: `${base}160 160w, ${base}480 480w`, sizes: String(size) }
}

const firstLetters = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

/** A round picture of a user. Decorative: the name is beside it as text. */
export function Portrait({ name, src, size = '3rem' }: PortraitProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="g-portrait" style={{ width: size, fontSize: `calc(${size} * 0.38)` }} aria-hidden="true">
      {src && src !== broken ? (
        <img
          {...choiceFor(src, size)}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        firstLetters(name)
      )}
    </span>
  )
}
