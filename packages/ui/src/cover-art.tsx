// Drawn covers for shows without one: always the same for the same show, in the colours of the house.
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

export function CoverArt({ id, title }: { id: string; title: string }) {
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
