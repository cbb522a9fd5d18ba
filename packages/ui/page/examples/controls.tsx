import { MODULE_ICONS } from '@griot/contracts/module-icons'
import Heart from 'lucide-react/icons/heart'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Button, type ButtonLook, buttonLook } from '../../src/button.tsx'
import { EmbedCode } from '../../src/embed-code.tsx'
import { IconButton } from '../../src/icon-button.tsx'
import { Input, Select, Textarea } from '../../src/input.tsx'
import { ModuleIcon } from '../../src/module-icon.tsx'
import { ServerLink } from '../../src/server-link.tsx'
import { Slider } from '../../src/slider.tsx'
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
            <Button key={size} look={look} size={size}>
              <Play aria-hidden="true" />
              Listen
            </Button>
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

const ModuleIcons = () => (
  <div className="row">
    {MODULE_ICONS.map((name) => (
      <State key={name} name={name}>
        <ModuleIcon name={name} />
      </State>
    ))}
  </div>
)

const TABS = ['Overview', 'How It Works', 'Achievements', 'Profile', 'History'].map((label) => ({
  id: label,
  label,
  content: <p>What belongs to “{label}”.</p>,
}))

const CATEGORIES = ['Business', 'Culture', 'Education'].map((label) => ({ value: label.toLowerCase(), label }))

const Inputs = () => (
  <div className="column">
    <Input label="Title" placeholder="As on the cover" />
    <Input label="Host name" hint="The name that listeners know." defaultValue="Bisi Cole" required />
    <Input
      label="Cover image"
      hint="An address that starts with https://"
      error="Please enter an address that starts with https://."
      defaultValue="cover.png"
    />
    <Input label="Id" defaultValue="Read only" disabled />
  </div>
)

const Textareas = () => (
  <div className="column">
    <Textarea label="Description" placeholder="What is it about?" />
    <Textarea label="Bio" error="Bio is required" />
  </div>
)

const Selects = () => {
  const category = { label: 'Category', options: CATEGORIES, defaultValue: '', placeholder: 'Choose one' }
  return (
    <div className="column">
      <Select {...category} />
      <Select {...category} defaultValue="culture" />
      <Select {...category} error="Category is required" />
      <Select {...category} disabled />
    </div>
  )
}

function Sliders() {
  const [volume, setVolume] = useState(60)
  return (
    <div className="column">
      <Slider label="Volume" value={volume} onChange={setVolume} valueText={`${volume} percent`} />
      <Slider label="At the start" value={0} onChange={() => undefined} />
      <Slider label="At the end" value={100} onChange={() => undefined} />
      <Slider label="Disabled" value={30} disabled onChange={() => undefined} />
    </div>
  )
}

export const controls: readonly Specimen[] = [
  { name: 'Button', description: 'The main action of a page is primary. The text names the effect.', Show: Buttons },
  { name: 'IconButton', description: 'Its label is read aloud and shown as a tooltip.', Show: IconButtons },
  {
    name: 'ServerLink',
    description:
      'A link to a download or to the sign-in. Without a network it stays on the page and states the reason.',
    Show: () => (
      <ServerLink href="#ServerLink" {...buttonLook({ look: 'secondary' })}>
        Download My Data
      </ServerLink>
    ),
  },
  { name: 'ModuleIcon', description: 'Menu entries and actions of modules name it.', Show: ModuleIcons },
  {
    name: 'Tabs',
    description: 'Arrow keys move between tabs. On a phone the tabs wrap, so that each one is visible.',
    Show: () => <Tabs label="Points" tabs={TABS} />,
  },
  { name: 'Input', description: 'Label above, hint and error below, all of them read with the field.', Show: Inputs },
  { name: 'Textarea', description: 'For several lines; resizable at its corner.', Show: Textareas },
  {
    name: 'EmbedCode',
    description: 'The HTML of an embed, with its preview. Here the preview is empty.',
    Show: () => <EmbedCode path="about:blank" kind="episode" title="The river remembers" onCopy={() => {}} />,
  },
  {
    name: 'Select',
    description: 'The browser’s native select, which has the right picker on every phone.',
    Show: Selects,
  },
  { name: 'Slider', description: 'A native range input, so touch, keyboard and screen readers work.', Show: Sliders },
]
