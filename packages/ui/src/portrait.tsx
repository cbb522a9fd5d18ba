import { type CSSProperties, useState } from 'react'

interface PortraitProps {
  name: string
  /** Missing or broken: the first letters of the name stand in. */
  src?: string | null | undefined
  size?: CSSProperties['width']
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
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        firstLetters(name)
      )}
    </span>
  )
}
