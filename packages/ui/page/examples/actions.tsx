import Heart from 'lucide-react/icons/heart'
import Play from 'lucide-react/icons/play'
import { Fragment, useState } from 'react'
import { Button, type ButtonLook, buttonLook } from '../../src/button.tsx'
import { IconButton } from '../../src/icon-button.tsx'
import { Tabs } from '../../src/tabs.tsx'
import { type Specimen, State } from '../specimen.tsx'

const LOOKS = ['primary', 'secondary', 'quiet', 'points', 'danger'] as const satisfies readonly ButtonLook['look'][]
const SIZES = ['small', 'medium', 'large'] as const

const Buttons = () => (
  <div className="column">
    {LOOKS.map((look) => (
      <State key={look} name={look}>
        <div className="row">
          {SIZES.map((size) => (
            <Fragment key={size}>
              <Button look={look} size={size}>
                <Play aria-hidden="true" />
                Listen
              </Button>
            </Fragment>
          ))}
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} pending>
            Creating...
          </Button>
        </div>
      </State>
    ))}
    <State name="wide, and a link that looks like one">
      <div className="column">
        <Button wide>Sign In to Get Started</Button>
        <a href="#Button" {...buttonLook({ look: 'secondary', wide: true })}>
          View Podcast
        </a>
      </div>
    </State>
  </div>
)

function IconButtons() {
  const [isPressed, setIsPressed] = useState(true)
  return (
    <div className="row">
      <IconButton label="Favorite" aria-pressed={isPressed} onClick={() => setIsPressed(!isPressed)}>
        <Heart aria-hidden="true" fill={isPressed ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton label="Play" look="primary">
        <Play aria-hidden="true" fill="currentColor" />
      </IconButton>
      <IconButton label="Favorite, not now" disabled>
        <Heart aria-hidden="true" />
      </IconButton>
      <IconButton label="Play, not now" look="primary" disabled>
        <Play aria-hidden="true" fill="currentColor" />
      </IconButton>
    </div>
  )
}

const TABS = ['Overview', 'How It Works', 'Achievements', 'Profile', 'History'].map((label) => ({
  id: label,
  label,
  content: <p>What belongs to “{label}”.</p>,
}))

export const actions: readonly Specimen[] = [
  { name: 'Button', says: 'The one that matters on a page is primary; the text says what will happen.', Show: Buttons },
  { name: 'IconButton', says: 'Its label is read aloud and shown as a tooltip.', Show: IconButtons },
  {
    name: 'Tabs',
    says: 'Arrow keys move between them. On a phone the list scrolls, with the chosen one in view.',
    Show: () => <Tabs label="Points" tabs={TABS} />,
  },
]
