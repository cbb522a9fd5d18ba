import type { MediaFile } from '@griot/contracts/media/media-file'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { EvenLoudness } from './even-loudness.tsx'
import { type Remark, remarksOn } from './sound-report.ts'
import { Waveform } from './waveform.tsx'

const LOOKS: Record<Remark['tone'], { className: string; Icon: typeof CircleCheck }> = {
  fine: { className: 'studio:text-teal', Icon: CircleCheck },
  look: { className: 'studio:text-points', Icon: CircleAlert },
  bad: { className: 'studio:text-danger', Icon: CircleAlert },
}

/** How a recording sounds: its waveform, and what its creator should know. Nothing for one that was not measured. */
export function QualityReport({ file }: { file: MediaFile }) {
  if (file.sound === null) return null
  const remarks = remarksOn(file.sound)
  return (
    <div className="studio:grid studio:gap-2">
      <Waveform file={file} />
      <ul aria-label={`How ${file.originalName} sounds`} className="studio:grid studio:gap-1 studio:text-sm">
        {remarks.map(({ tone, sentence }) => {
          const { className, Icon } = LOOKS[tone]
          return (
            <li key={sentence} className="studio:flex studio:items-start studio:gap-2">
              <Icon size={16} aria-hidden="true" className={`studio:mt-0.5 studio:flex-none ${className}`} />
              {sentence}
            </li>
          )
        })}
      </ul>
      <EvenLoudness file={file} isOffered={remarks.some(({ canEvenOut }) => canEvenOut)} />
    </div>
  )
}
