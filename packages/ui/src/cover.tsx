import { clsx } from 'clsx'
import { useState } from 'react'

interface CoverProps {
  /** The show's id, which determines the drawn cover. */
  id: string
  title: string
  /** A cover is drawn if it is missing or broken. */
  src?: string | null | undefined
  /** Loads at once; by default a cover loads when it comes near the viewport. */
  eager?: boolean
  className?: string
}

/** Stored sizes; the last part of the URL names the size. */
const UPLOADED = /^(\/api\/podcast\/[^/]+\/cover\/[^/]+\/)\d+$/
const SIZES = [160, 480, 1400]

const choiceFor = (src: string, eager: boolean) => {
  const [, base] = UPLOADED.exec(src) ?? []
  if (base === undefined) return {}
  return {
    srcSet: SIZES.map((size) => `${base}${size} ${size}w`).join(', '),
    // `auto` needs lazy loading; other pictures use the middle size.
    sizes: eager ? '30rem' : 'auto, 10rem',
  }
}

/** A square cover. Decorative: the title is always beside it as text. */
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

// Drawn covers for shows without an uploaded one. The same show always gets the same cover.
const PALETTES = [
  ['#3b1d3f', '#c2512c', '#f3ae2c', '#f8efe3'],
  ['#0e4f4b', '#f3ae2c', '#f8efe3', '#c2512c'],
  ['#a83f20', '#3b1d3f', '#f8c98a', '#f8efe3'],
  ['#f3ae2c', '#3b1d3f', '#a83f20', '#fffaf1'],
  ['#1f3b57', '#e58a63', '#f6d9a8', '#66cdc1'],
  ['#5b2333', '#f0926d', '#f3ae2c', '#f8efe3'],
] as const

const hash = (text: string) => {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

const initials = (title: string) => {
  const words = title
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .filter((word, at, all) => all.length < 3 || !/^(the|a|an|of|and|in|on)$/i.test(word) || at > 1)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

function CoverArt({ id, title }: Pick<CoverProps, 'id' | 'title'>) {
  const seed = hash(id)
  const [ground, first, second, light] = PALETTES[seed % PALETTES.length] ?? PALETTES[0]
  const angle = (seed >>> 4) % 360
  const pattern = (seed >>> 13) % 3
  const rings = [46, 36, 26, 16]

  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect width="100" height="100" fill={ground} />
      <g transform={`rotate(${angle} 50 50)`}>
        {pattern === 0 &&
          rings.map((radius, at) => (
            <circle key={radius} cx="82" cy="50" r={radius} fill={[first, second, light, ground][at]} />
          ))}
        {pattern === 1 &&
          rings.map((width, at) => (
            <path
              key={width}
              d={`M-20 ${20 + at * 19} Q 25 ${-6 + at * 19} 50 ${20 + at * 19} T 120 ${20 + at * 19}`}
              fill="none"
              stroke={[first, second, light, first][at]}
              strokeWidth="8"
            />
          ))}
        {pattern === 2 && (
          <>
            <path d="M-30 100 A60 60 0 0 1 90 100Z" fill={first} />
            <path d="M-10 100 A40 40 0 0 1 70 100Z" fill={second} />
            <circle cx="76" cy="24" r="15" fill={light} />
          </>
        )}
      </g>
      <text
        x="8"
        y="93"
        fill={light}
        stroke={ground}
        strokeWidth="6"
        paintOrder="stroke"
        strokeLinejoin="round"
        fontFamily="var(--g-display)"
        fontSize="30"
        fontWeight="800"
        letterSpacing="-1.5"
      >
        {initials(title)}
      </text>
    </svg>
  )
}
