import './page.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../src/button.tsx'
import { controls } from './examples/controls.tsx'
import { feedback } from './examples/feedback.tsx'
import { overlays } from './examples/overlays.tsx'
import { surfaces, tokens } from './examples/surfaces.tsx'
import type { Specimen } from './specimen.tsx'

const SPECIMENS = [...tokens, ...controls, ...surfaces, ...feedback, ...overlays]

const CHOICES = ['Both themes', 'Light', 'Dark']

function Page() {
  const [chosen, setChosen] = useState('Both themes')
  const themes = chosen === 'Both themes' ? ['light', 'dark'] : [chosen.toLowerCase()]

  // Dialogs and toasts use the theme of the page, not of the specimen.
  useEffect(() => {
    if (chosen === 'Both themes') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen.toLowerCase()
  }, [chosen])

  return (
    <main className="page">
      <header className="page-head">
        <h1>Components</h1>
        <fieldset className="page-themes" aria-label="Theme">
          {CHOICES.map((choice) => (
            <Button
              key={choice}
              look={choice === chosen ? 'primary' : 'secondary'}
              size="small"
              aria-pressed={choice === chosen}
              onClick={() => setChosen(choice)}
            >
              {choice}
            </Button>
          ))}
        </fieldset>
      </header>
      <nav aria-label="Components" className="page-index">
        {SPECIMENS.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      {SPECIMENS.map((specimen) => (
        <SpecimenSection key={specimen.name} specimen={specimen} themes={themes} />
      ))}
    </main>
  )
}

/** Shows a component in each theme, side by side if there is space. */
function SpecimenSection({ specimen, themes }: { specimen: Specimen; themes: readonly string[] }) {
  const { name, description, Show } = specimen
  return (
    <section className="specimen" id={name} data-component={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{name}</h2>
      <p>{description}</p>
      <div className="stages">
        {themes.map((theme) => (
          <div key={theme} className="stage" data-theme={theme}>
            <Show />
          </div>
        ))}
      </div>
    </section>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)

// The server sends an event after each build.
new EventSource('/changes').onmessage = () => window.location.reload()
