import { useState } from 'react'
import { Field } from '../../src/field.tsx'
import { Input, Select, Textarea } from '../../src/input.tsx'
import { Slider } from '../../src/slider.tsx'
import { type Specimen, State } from '../specimen.tsx'

const CATEGORIES = ['Business', 'Culture', 'Education'].map((label) => ({ value: label.toLowerCase(), label }))

const Inputs = () => (
  <div className="column">
    <Input label="Title" placeholder="As on the cover" />
    <Input label="Host name" hint="The name that listeners know." defaultValue="Bisi Cole" required />
    <Input label="Episode number" type="number" defaultValue={0} error="Episode number is required" />
    <Input
      label="Cover image"
      hint="An address that starts with https://"
      error="Please enter an address that starts with https://."
      defaultValue="cover.png"
    />
    <Input label="Id" defaultValue="Nobody may change this" disabled />
  </div>
)

const Textareas = () => (
  <div className="column">
    <Textarea label="Description" placeholder="What is it about?" />
    <Textarea label="Bio" error="Bio is required" />
    <Textarea label="Notes" defaultValue="Not now." disabled />
  </div>
)

const Selects = () => (
  <div className="column">
    <Select label="Category" placeholder="Choose one" options={CATEGORIES} defaultValue="" />
    <Select label="Category, chosen" options={CATEGORIES} defaultValue="culture" />
    <Select
      label="Category, missing"
      placeholder="Choose one"
      options={CATEGORIES}
      defaultValue=""
      error="Category is required"
    />
    <Select label="Category, fixed" options={CATEGORIES} disabled />
  </div>
)

const Fields = () => (
  <Field label="Released on" hint="Any control can stand in a field." error="Please choose a day.">
    {(control) => <input type="date" className="g-input" {...control} />}
  </Field>
)

function Sliders() {
  const [volume, setVolume] = useState(60)
  return (
    <div className="column">
      <State name={`volume, ${volume}`}>
        <Slider label="Volume" value={volume} onChange={setVolume} valueText={`${volume} percent`} />
      </State>
      <State name="empty">
        <Slider label="At the start" value={0} onChange={() => undefined} />
      </State>
      <State name="full">
        <Slider label="At the end" value={100} onChange={() => undefined} />
      </State>
      <State name="disabled">
        <Slider label="Nothing is loaded" value={30} disabled onChange={() => undefined} />
      </State>
    </div>
  )
}

export const forms: readonly Specimen[] = [
  { name: 'Input', says: 'Label above, hint and error below, all of them read with the field.', Show: Inputs },
  { name: 'Textarea', says: 'For more than a line; it grows by its corner.', Show: Textareas },
  { name: 'Select', says: 'The browser’s own: the right picker on every phone.', Show: Selects },
  { name: 'Field', says: 'What the others are made of, for a control of another kind.', Show: Fields },
  { name: 'Slider', says: 'A native range: touch, keyboard and screen readers work by themselves.', Show: Sliders },
]
