import type { MediaFile } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'
import { formatFileSize } from '@griot/ui/format'
import { Select } from '@griot/ui/input'
import { RowList } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { labelOf } from '../episodes/episode-fields.tsx'
import type { EpisodeValues } from '../episodes/use-episode-form.ts'
import { fieldsOf } from '../form-layout.tsx'
import { ChosenFile } from '../upload/chosen-files.tsx'
import { FilePicker } from '../upload/file-picker.tsx'
import { ProcessingRow } from '../upload/processing-row.tsx'
import type { RecordingState } from './use-recording.ts'

/** The first part of the form: a file to upload, or its progress until it is ready. */
export function RecordingField({ state }: { state: RecordingState }) {
  const { formState } = useFormContext<EpisodeValues>()
  const error = formState.errors.audioFileId?.message
  return (
    <Section title="Recording" size="small">
      <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
        <Content state={state} />
        {state.refusal && (
          <p role="alert" className="g-error">
            {state.refusal}
          </p>
        )}
        {error && state.recording.kind !== 'none' && (
          <p role="alert" className="g-error">
            {error}
          </p>
        )}
      </div>
    </Section>
  )
}

function Content({ state }: { state: RecordingState }) {
  const { recording, uploads } = state
  switch (recording.kind) {
    case 'unknown':
      return <Skeleton height="6rem" />
    case 'upload': {
      const { upload } = recording
      return (
        <Chosen state={state}>
          <ChosenFile upload={upload} uploads={uploads} />
          {upload.state === 'chosen' && (
            <div>
              <Button look="secondary" size="small" onClick={() => uploads.start(upload.key)}>
                Upload
              </Button>
            </div>
          )}
        </Chosen>
      )
    }
    case 'interrupted': {
      const { originalName, receivedBytes, fileSize } = recording.unfinished
      return (
        <Chosen state={state}>
          <p>
            The upload of {originalName} was interrupted: {formatFileSize(receivedBytes)} of {formatFileSize(fileSize)}{' '}
            arrived. Choose the same file again, and it continues.
          </p>
          <FilePicker onPick={state.upload} isForMore={false} />
        </Chosen>
      )
    }
    case 'file':
      return (
        <Chosen state={state}>
          <RowList>
            <ProcessingRow file={recording.file} />
          </RowList>
        </Chosen>
      )
    default:
      return <NoRecording state={state} />
  }
}

function Chosen({ state, children }: { state: RecordingState; children: ReactNode }) {
  return (
    <>
      {children}
      <div>
        <Button look="quiet" size="small" className="studio:-ms-3" onClick={state.remove}>
          Choose another recording
        </Button>
      </div>
    </>
  )
}

const usable = (files: readonly MediaFile[] = []) => files.filter(({ status }) => status !== 'failed')

const placeholderOf = ({ data, isError }: RecordingState['media']) => {
  if (isError) return 'Your media library did not load'
  if (data === undefined) return 'Loading your media library…'
  return usable(data).length > 0 ? 'Select a recording' : 'Your media library has no recording'
}

function NoRecording({ state: { media, upload, use } }: { state: RecordingState }) {
  const form = useFormContext<EpisodeValues>()
  const files = usable(media.data)
  const { onChange: _, ...field } = fieldsOf(form)('audioFileId')
  return (
    <>
      <FilePicker onPick={upload} isForMore={false} />
      <Select
        label="Or use a recording from your media library"
        options={[
          { value: '', label: placeholderOf(media) },
          ...files.map((file) => ({ value: file.id, label: labelOf(file) })),
        ]}
        {...field}
        value=""
        onChange={(event) => use(event.target.value)}
      />
    </>
  )
}
