import './landing.css'
import { signInPath } from '@griot/contracts/user'
import { buttonLook } from '@griot/ui/button'
import { productName } from '@griot/ui/page-title'
import { ServerLink } from '@griot/ui/server-link'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Play from 'lucide-react/icons/play'
import { type ReactNode, useEffect, useId } from 'react'
import { Brand } from '../layout/brand.tsx'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { FEATURES, SHOWS, STATISTICS, STEPS, TESTIMONIALS } from './content.ts'

/** The page of visitors, at every path. Sign-in returns to that path. */
export function Landing() {
  const name = productName()
  // Without the router, which visitors do not download.
  const login = signInPath(window.location)
  useEffect(() => {
    document.title = `${name} · Podcasts that give back`
  }, [name])

  return (
    <div className="landing">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="landing-top">
        <Brand />
        <nav aria-label="Main" className="flex items-center gap-2">
          <a href="#how-it-works" className="landing-anchor">
            How it works
          </a>
          <ServerLink href={login} {...buttonLook({ size: 'small' })}>
            Log In
          </ServerLink>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <SharedStrip />
        <section className="hero">
          <div className="hero-words">
            <h1 className="hero-title">
              Stories worth hearing. <em>Listening worth something.</em>
            </h1>
            <p className="hero-text">
              {name} is a home for independent Black and Brown voices. Listen, earn points for your time, and tip the
              people behind the microphone.
            </p>
            <div className="flex flex-wrap gap-3">
              <ServerLink href={login} {...buttonLook({ size: 'large' })}>
                Start Listening
                <ArrowRight aria-hidden="true" />
              </ServerLink>
              <a href="#how-it-works" {...buttonLook({ look: 'secondary', size: 'large' })}>
                How it works
              </a>
            </div>
          </div>
          <HeroArt />
        </section>
        <Statistics />
        <Features />
        <HowItWorks />
        <Testimonials />
        <section className="closing" aria-labelledby="closing-title">
          <h2 id="closing-title" className="closing-title">
            Someone is about to tell a good story.
          </h2>
          <p className="max-w-xl text-lg">It takes a few seconds to sign in, and you can start listening at once.</p>
          <ServerLink href={login} {...buttonLook({ look: 'points', size: 'large' })}>
            Log In and Listen
            <ArrowRight aria-hidden="true" />
          </ServerLink>
        </section>
      </main>
      <footer className="landing-footer">
        <Brand />
        <p className="text-muted">Made for the people who tell the stories, and the people who stay to hear them.</p>
        <ThemeSwitch />
      </footer>
    </div>
  )
}

/** The gateway describes a shared podcast or episode in the page. Its public page needs no account. */
const readShared = () => {
  const title = document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content
  const address = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  // A path: the page may be open at another name of this machine.
  return title && address ? { title, path: new URL(address).pathname } : null
}

function SharedStrip() {
  const shared = readShared()
  if (shared === null) return null
  return (
    <p className="landing-strip">
      <a href={shared.path}>
        Listen to “{shared.title}” without an account
        <ArrowRight aria-hidden="true" />
      </a>
    </p>
  )
}

function Statistics() {
  return (
    <section className="statistics" aria-label="Sample figures">
      <dl className="statistics-list">
        {STATISTICS.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-muted">{label}</dt>
            <dd className="statistics-figure">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">Sample figures. They are not measured.</p>
    </section>
  )
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section id={id} className="landing-section" aria-labelledby={titleId}>
      <h2 id={titleId} className="landing-heading">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Features() {
  return (
    <Section title="A magazine for your ears">
      <ul className="features">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="feature">
            <Icon aria-hidden="true" className="feature-icon" />
            <h3 className="text-xl">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HowItWorks() {
  return (
    <Section id="how-it-works" title="How it works">
      <ol className="steps">
        {STEPS.map(({ title, text }, at) => (
          <li key={title} className="step">
            <span className="step-number" aria-hidden="true">
              {at + 1}
            </span>
            <h3 className="text-2xl">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Testimonials() {
  return (
    <Section title="Heard from our listeners">
      <ul className="testimonials">
        {TESTIMONIALS.map(({ quote, name, role }) => (
          <li key={name}>
            <figure className="testimonial">
              <blockquote className="testimonial-quote">{quote}</blockquote>
              <figcaption>
                <span className="font-semibold">{name}</span>
                <span className="text-muted"> · {role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">Sample voices: these people and their words are made up.</p>
    </Section>
  )
}

const BARS = [28, 52, 40, 74, 60, 92, 68, 84, 46, 66, 38, 58, 30, 48, 24]

function HeroArt() {
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
