import { type CSSProperties, useState } from 'react'

interface PortraitProps {
  name: string
  /** Missing or broken: the first letters of the name stand in. */
  src?: string | null | undefined
  size?: CSSProperties['width']
}

/** An uploaded picture is kept in larger sizes, too. */
const UPLOADED = /^(\/api\/creator\/[^/]+\/portrait\/[^/]+\/)160$/

/** What the browser may choose from for fine screens. */
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

/** A round picture of a person. Decorative: the name stands beside it in text. */
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
