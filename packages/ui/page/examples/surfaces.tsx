import Check from 'lucide-react/icons/check'
import { Badge } from '../../src/badge.tsx'
import { Button } from '../../src/button.tsx'
import { Card } from '../../src/card.tsx'
import { Cover } from '../../src/cover.tsx'
import { CoverArt } from '../../src/cover-art.tsx'
import { Portrait } from '../../src/portrait.tsx'
import { Screen } from '../../src/screen.tsx'
import { type Specimen, State } from '../specimen.tsx'

const SHOWS = ['Kitchen Table Economics', 'The Long Table', 'Bells of Elmina', 'Sankofa Radio', 'Market Day', 'Asɛm Pa']
// A picture that needs no server.
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Crect width="9" height="9" fill="%230e6660"/%3E%3Ccircle cx="4.5" cy="4.5" r="3" fill="%23f7bb45"/%3E%3C/svg%3E'

const Cards = () => (
  <div className="column">
    {(['plain', 'raised', 'points'] as const).map((look) => (
      <Card key={look} look={look}>
        <h3>{look}</h3>
        <p>A title, a few words, perhaps a button.</p>
      </Card>
    ))}
  </div>
)

const Badges = () => (
  <div className="row">
    {(['plain', 'points', 'teal', 'terracotta', 'danger'] as const).map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    ))}
    <Badge tone="teal">
      <Check aria-hidden="true" /> Listened
    </Badge>
  </div>
)

const Covers = () => (
  <div className="covers">
    <State name="given">
      <Cover id="given" title="Given" src={PICTURE} eager />
    </State>
    <State name="missing">
      <Cover id="missing" title="Kitchen Table" />
    </State>
    <State name="broken">
      <Cover id="broken" title="Long Table" src="data:image/png,broken" eager />
    </State>
  </div>
)

const CoverArts = () => (
  <div className="covers">
    {SHOWS.map((title) => (
      <span key={title} className="g-cover">
        <CoverArt id={title} title={title} />
      </span>
    ))}
  </div>
)

const Portraits = () => (
  <div className="row">
    <Portrait name="Ama Mensah" />
    <Portrait name="Bisi Cole" size="4.5rem" src={PICTURE} />
    <Portrait name="Kofi" size="2rem" />
    <Portrait name="Nobody Broken" src="data:image/png,broken" />
  </div>
)

const Screens = () => (
  <Screen
    title="Components"
    heading="Good evening, Ada"
    intro="“The one who asks questions does not lose the way.”"
    actions={<Button look="secondary">See all</Button>}
  >
    <p>The content of the page.</p>
  </Screen>
)

export const surfaces: readonly Specimen[] = [
  { name: 'Card', says: 'Holds what belongs together.', Show: Cards },
  { name: 'Badge', says: 'A word or a number about what it stands beside.', Show: Badges },
  { name: 'Cover', says: 'Square, and never a hole: what is missing or broken is drawn.', Show: Covers },
  { name: 'CoverArt', says: 'The drawn cover of a show: always the same for the same show.', Show: CoverArts },
  { name: 'Portrait', says: 'A person’s picture, else their initials.', Show: Portraits },
  { name: 'Screen', says: 'A page: its one main heading, and the content at a readable width.', Show: Screens },
]
