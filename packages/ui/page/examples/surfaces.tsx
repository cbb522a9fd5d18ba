import Check from 'lucide-react/icons/check'
import Headphones from 'lucide-react/icons/headphones'
import { Badge } from '../../src/badge.tsx'
import { Button } from '../../src/button.tsx'
import { Card } from '../../src/card.tsx'
import { Cover } from '../../src/cover.tsx'
import { Portrait } from '../../src/portrait.tsx'
import { Row, RowList, RowListSkeleton } from '../../src/row-list.tsx'
import { Screen } from '../../src/screen.tsx'
import { Panel, Section } from '../../src/section.tsx'
import { ShowMore } from '../../src/show-more.tsx'
import { ShowNotes } from '../../src/show-notes.tsx'
import { Stat } from '../../src/stat.tsx'
import { type Specimen, State } from '../specimen.tsx'

const COLORS =
  'page surface raised sunken line line-strong ink muted action action-hover on-action terracotta terracotta-wash points points-fill on-points points-wash teal teal-wash danger on-danger danger-wash focus'
const SIZES = ['0.8125rem', '0.9375rem', '1rem', '1.0625rem', '1.25rem', '1.5rem', '2rem', '3.25rem']

const Colors = () => (
  <div className="swatches">
    {COLORS.split(' ').map((color) => (
      <div key={color} className="swatch">
        <span style={{ background: `var(--g-${color})` }} />
        <span>{color}</span>
      </div>
    ))}
  </div>
)

const Type = () => (
  <div className="column">
    {SIZES.map((size) => (
      <p key={size} style={{ fontSize: size, fontFamily: 'var(--g-display)', fontWeight: 700, lineHeight: 1.1 }}>
        Until the lion tells the story
      </p>
    ))}
    <p>
      The text face: a griot keeps the history of a people in words and music. Ɛyɛ, Ọlá, Ñandú, naïve, “quoted” — 1,237
      points.
    </p>
  </div>
)

export const tokens: readonly Specimen[] = [
  { name: 'Colors', description: 'All colors. Saffron only means points.', Show: Colors },
  { name: 'Type', description: 'A display face and a text face, in one scale.', Show: Type },
]

const SHOWS = ['Kitchen Table Economics', 'The Long Table', 'Bells of Elmina', 'Sankofa Radio', 'Market Day', 'Asɛm Pa']
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Crect width="9" height="9" fill="%230e6660"/%3E%3Ccircle cx="4.5" cy="4.5" r="3" fill="%23f7bb45"/%3E%3C/svg%3E'

const Cards = () => (
  <div className="column">
    {(['plain', 'raised'] as const).map((look) => (
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
    <State name="broken">
      <Cover id="broken" title="Long Table" src="data:image/png,broken" eager />
    </State>
    {SHOWS.map((title) => (
      <State key={title} name="missing">
        <Cover id={title} title={title} />
      </State>
    ))}
  </div>
)

const Portraits = () => (
  <div className="row">
    <Portrait name="Ama Mensah" />
    <Portrait name="Bisi Cole" size="4.5rem" src={PICTURE} />
    <Portrait name="Kofi" size="2rem" />
    <Portrait name="Kofi Broken" src="data:image/png,broken" />
  </div>
)

const Stats = () => (
  <dl className="column">
    <Stat term="Sessions" icon={<Headphones />} note="Times you listened" value={1237} isFailed={false} />
    <Stat term="Sessions, while they load" value={undefined} isFailed={false} />
    <Stat term="Sessions, after a failure" value={undefined} isFailed />
  </dl>
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

const Sections = () => (
  <div className="column">
    {(['small', 'medium', 'large'] as const).map((size) => (
      <Section key={size} title={`A ${size} title`} size={size} aside={<a href="#Section">See all</a>}>
        The content.
      </Section>
    ))}
  </div>
)

const Rows = () => (
  <RowList>
    <Row title="A title" facts="Facts in small text" end={<Badge>Draft</Badge>} />
    <Row
      start={<Portrait name="Ama Mensah" />}
      title={<a href="#Row">A title that is a link</a>}
      facts="On phones the badge and the button are below"
      note="A longer text"
      end={<Badge tone="teal">Live</Badge>}
      actions={<Button size="small">Edit</Button>}
    />
  </RowList>
)

const pages = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => {},
}

const ShowMores = () => (
  <div className="column">
    <ShowMore pages={pages} what="episodes" />
    <ShowMore pages={{ ...pages, isFetchingNextPage: true }} what="episodes" />
    <ShowMore pages={{ ...pages, isFetchNextPageError: true }} what="episodes" />
  </div>
)

const HTML =
  '<h3>Today</h3><p>The <strong>market women</strong> of <em>Makola</em>, at 12:05.</p><ul><li>Cloth</li><li>Pepper</li></ul>' +
  '<p>More <a href="https://example.org/makola">about Makola</a>.</p><blockquote>A market is a meeting.</blockquote>'

const Notes = () => (
  <>
    <ShowNotes
      notes="0:30 Introduction, 12:05 the market women of Makola. More at https://example.org/makola."
      duration={1800}
      onTime={() => {}}
    />
    <ShowNotes notes="Today" html={HTML} duration={1800} onTime={() => {}} />
  </>
)

export const surfaces: readonly Specimen[] = [
  { name: 'Card', description: 'Groups related content.', Show: Cards },
  { name: 'Section', description: 'A part of a page with a heading.', Show: Sections },
  {
    name: 'Panel',
    description: 'A section in a card.',
    Show: () => <Panel title="A title">The content.</Panel>,
  },
  { name: 'RowList', description: 'A list of rows.', Show: Rows },
  { name: 'Row', description: 'A title with facts, and what belongs to it on both sides.', Show: Rows },
  { name: 'RowListSkeleton', description: 'A list of rows while it loads.', Show: () => <RowListSkeleton rows={2} /> },
  { name: 'ShowNotes', description: 'A description with links and times that play.', Show: Notes },
  { name: 'ShowMore', description: 'Loads the next page of a list.', Show: ShowMores },
  { name: 'Badge', description: 'A word or a number about the adjacent content.', Show: Badges },
  {
    name: 'Cover',
    description: 'A square picture. A missing or broken one is generated, always the same.',
    Show: Covers,
  },
  { name: 'Stat', description: 'A number in a card, also while it loads and after a failure.', Show: Stats },
  { name: 'Portrait', description: 'A user’s picture, else their initials.', Show: Portraits },
  { name: 'Screen', description: 'A page with one main heading and content at a readable width.', Show: Screens },
]
