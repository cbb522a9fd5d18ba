import type { Specimen } from '../specimen.tsx'

const COLOURS = [
  'page',
  'surface',
  'raised',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'muted',
  'action',
  'action-hover',
  'on-action',
  'terracotta',
  'terracotta-wash',
  'points',
  'points-fill',
  'on-points',
  'points-wash',
  'teal',
  'teal-wash',
  'danger',
  'on-danger',
  'danger-wash',
  'focus',
]
const SIZES = ['0.8125rem', '0.9375rem', '1rem', '1.0625rem', '1.25rem', '1.5rem', '2rem', '3.25rem']

const Colours = () => (
  <div className="swatches">
    {COLOURS.map((colour) => (
      <div key={colour} className="swatch">
        <span style={{ background: `var(--g-${colour})` }} />
        <span>{colour}</span>
      </div>
    ))}
  </div>
)

const Type = () => (
  <div className="column">
    {SIZES.map((size) => (
      <p key={size} style={{ fontSize: size, fontFamily: 'var(--g-display)', fontWeight: 700, lineHeight: 1.1 }}>
        Until the lion tells the story
      </p>
    ))}
    <p>
      The quiet face is for reading: a griot keeps the history of a people in words and music. Ɛyɛ, Ọlá, Ñandú, naïve,
      “quoted” — 1,237 points.
    </p>
  </div>
)

export const tokens: readonly Specimen[] = [
  { name: 'Colours', says: 'Every colour that can be written. Saffron means points and nothing else.', Show: Colours },
  { name: 'Type', says: 'A display face with character beside a quiet text face, in one scale.', Show: Type },
]
