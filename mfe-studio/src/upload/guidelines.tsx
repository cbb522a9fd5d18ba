import { AUDIO_FAMILIES } from '@griot/contracts/media/audio-types'
import { Card } from '@griot/ui/card'

export function Guidelines() {
  return (
    <Card look="raised">
      <h2 className="studio:text-xl">Upload Guidelines</h2>
      <dl className="studio:mt-4 studio:grid studio:gap-4">
        <Guideline term="Supported formats">{AUDIO_FAMILIES.join(', ')}</Guideline>
        <Guideline term="Maximum file size">100 MB</Guideline>
        <Guideline term="Recommended bitrate">128kbps or higher</Guideline>
        <Guideline term="What happens next">
          We measure the length and check the sound. You can stay and watch, or come back later.
        </Guideline>
      </dl>
    </Card>
  )
}

function Guideline({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="studio:text-sm studio:text-muted">{term}</dt>
      <dd className="studio:font-semibold">{children}</dd>
    </div>
  )
}
