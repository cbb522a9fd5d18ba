import { EMBED_HEIGHTS, embedSnippet } from '@griot/contracts/embed-snippet'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Select, Textarea } from './input.tsx'

interface EmbedCodeProps {
  /** Path of the embed on our origin. */
  path: string
  kind: keyof typeof EMBED_HEIGHTS
  /** Of the episode or show. */
  title: string
  onCopy: (code: string) => void
}

const THEMES = [
  { value: '', label: 'As the device of the listener' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The HTML of an embed, with a preview that plays. */
export function EmbedCode({ path, kind, title, onCopy }: EmbedCodeProps) {
  const [theme, setTheme] = useState('')
  const address = theme === '' ? path : `${path}?theme=${theme}`
  const height = EMBED_HEIGHTS[kind]
  const code = embedSnippet({ address: new URL(address, window.location.origin).href, title, width: '100%', height })
  return (
    <div className="g-embed-code">
      <iframe key={address} src={address} title={`Preview of ${title}`} width="100%" height={height} />
      <Select label="Theme" options={THEMES} value={theme} onChange={(event) => setTheme(event.target.value)} />
      <Textarea
        label="Code"
        hint="Paste it into the HTML of your page. Listening there earns no points."
        rows={4}
        readOnly
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <div>
        <Button onClick={() => onCopy(code)}>Copy the code</Button>
      </div>
    </div>
  )
}
