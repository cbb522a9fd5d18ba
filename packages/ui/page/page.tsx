import './page.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../src/button.tsx'
import { actions } from './examples/actions.tsx'
import { feedback } from './examples/feedback.tsx'
import { forms } from './examples/forms.tsx'
import { overlays } from './examples/overlays.tsx'
import { points } from './examples/points.tsx'
import { surfaces } from './examples/surfaces.tsx'
import { tokens } from './examples/tokens.tsx'
import { SpecimenSection, type Theme } from './specimen.tsx'

const SPECIMENS = [...tokens, ...actions, ...forms, ...surfaces, ...feedback, ...points, ...overlays]

const CHOICES: readonly { label: string; themes: readonly Theme[] }[] = [
  { label: 'Both themes', themes: ['light', 'dark'] },
  { label: 'Light', themes: ['light'] },
  { label: 'Dark', themes: ['dark'] },
]

const named = new URLSearchParams(window.location.search).get('theme')

function Page() {
  const [chosen, setChosen] = useState(CHOICES.find(({ label }) => label.toLowerCase() === named) ?? CHOICES[0])
  const themes = chosen?.themes ?? []
  const [theme] = themes

  // What opens over the page, as a dialog does, follows the page and not the stage that it was opened on.
  useEffect(() => {
    if (themes.length === 1) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  })

  return (
    <main className="page">
      <header className="page-head">
        <h1>Components</h1>
        <fieldset className="page-themes" aria-label="Theme">
          {CHOICES.map((choice) => (
            <Button
              key={choice.label}
              look={choice === chosen ? 'primary' : 'secondary'}
              size="small"
              aria-pressed={choice === chosen}
              onClick={() => setChosen(choice)}
            >
              {choice.label}
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

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)

// The server says when something was built anew.
new EventSource('/changes').onmessage = () => window.location.reload()
