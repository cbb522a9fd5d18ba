import { Spinner } from '@griot/ui/spinner'

/** Says over the page that something was asked for and comes. Its style keeps it unseen for the first moment. */
export function SlotWaiting({ text }: { text: string }) {
  return (
    <div className="slot-waiting" role="status">
      <Spinner />
      {text}
    </div>
  )
}
