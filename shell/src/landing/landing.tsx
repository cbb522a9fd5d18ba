import './landing.css'
import { buttonLook } from '@griot/ui/button'
import { productName } from '@griot/ui/page-title'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { signInPath } from '../auth/sign-in.ts'
import { Brand } from '../layout/brand.tsx'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { FEATURES, STATISTICS, STEPS, TESTIMONIALS } from './content.ts'
import { HeroArt } from './hero-art.tsx'

/** What everyone sees who is not signed in, at every address; signing in leads back to the address they wanted. */
export function Landing() {
  const name = productName()
  const login = signInPath(useLocation())
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
          <a href={login} {...buttonLook({ size: 'small' })}>
            Log In
          </a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
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
              <a href={login} {...buttonLook({ size: 'large' })}>
                Start Listening
                <ArrowRight aria-hidden="true" />
              </a>
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
          <p className="max-w-xl text-lg">
            Signing in takes a few seconds. The first episode already earns you points.
          </p>
          <a href={login} {...buttonLook({ look: 'points', size: 'large' })}>
            Log In and Listen
            <ArrowRight aria-hidden="true" />
          </a>
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
      <p className="text-sm text-muted">Sample figures, to show what this place is for.</p>
    </section>
  )
}

function Features() {
  return (
    <section className="landing-section" aria-labelledby="features-title">
      <h2 id="features-title" className="landing-heading">
        A magazine for your ears
      </h2>
      <ul className="features">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="feature">
            <Icon aria-hidden="true" className="feature-icon" />
            <h3 className="text-xl">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HowItWorks() {
  return (
    <section id="how-it-works" className="landing-section" aria-labelledby="how-title">
      <h2 id="how-title" className="landing-heading">
        How it works
      </h2>
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
    </section>
  )
}

function Testimonials() {
  return (
    <section className="landing-section" aria-labelledby="testimonials-title">
      <h2 id="testimonials-title" className="landing-heading">
        Heard from our listeners
      </h2>
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
    </section>
  )
}
