import Play from 'lucide-react/icons/play'
import { SHOWS } from './content.ts'

const BARS = [28, 52, 40, 74, 60, 92, 68, 84, 46, 66, 38, 58, 30, 48, 24]

/** A spread of covers with a player on top: only to look at. */
export function HeroArt() {
  const [front] = SHOWS
  return (
    <div className="hero-art" aria-hidden="true">
      {SHOWS.map(({ title, cover }, at) => (
        <img key={title} src={cover} alt="" width={1000} height={1000} className="hero-cover" data-at={at} />
      ))}
      <div className="hero-player">
        <span className="hero-play">
          <Play fill="currentColor" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-bold">{front.title}</span>
          <svg viewBox="0 0 150 40" aria-hidden="true" className="mt-1 h-7 w-full" preserveAspectRatio="none">
            {BARS.map((height, at) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a drawing, the bars never move
                key={at}
                x={at * 10}
                y={20 - height / 5}
                width="5"
                height={(height * 2) / 5}
                rx="2.5"
                fill={at < 9 ? 'var(--g-action)' : 'var(--g-line-strong)'}
              />
            ))}
          </svg>
        </span>
        <span className="hero-points">+15</span>
      </div>
    </div>
  )
}
