import { signInPath } from '@griot/contracts/user'
import { counted } from '@griot/ui/format'

interface Subject {
  subject: 'podcast' | 'episode'
  id: string
}

const appPath = ({ subject, id }: Subject) => `/${subject}/${id}`

/** The same for all visitors: the app shows its landing page with the sign-in to those who are signed out. */
export function ContinueLink({ productName, ...subject }: Subject & { productName: string }) {
  return (
    <a className="button" href={appPath(subject)}>
      Continue in {productName}
    </a>
  )
}

/** Leads through the sign-in, if needed, to the form of the app. */
export function ReportLink(subject: Subject) {
  return (
    <a href={signInPath({ pathname: appPath(subject), search: '?report=1', hash: '' })} rel="nofollow">
      Report this {subject.subject === 'podcast' ? 'show' : 'episode'}
    </a>
  )
}

export function PointsNote({ productName, points }: { productName: string; points: number }) {
  return (
    <p className="points">
      <b aria-hidden="true">+{points}</b>
      <span>
        Signed in to {productName}, you earn {counted(points, 'point')} for listening to an episode. Listening here
        earns none.
      </span>
    </p>
  )
}
