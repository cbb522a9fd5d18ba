import type { Chapter, EpisodeChapters } from '@griot/contracts/catalog/chapters'
import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { DialogActions } from '@griot/ui/dialog'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useRef, useState } from 'react'
import { FormProvider, type Resolver, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { useFailureToast } from '../action.tsx'
import { useFormDraft } from '../drafts/drafts.ts'
import { DraftNote } from '../form-layout.tsx'
import { OwnAudio } from '../media/own-audio.tsx'
import { useChapters, useSaveChapters } from './api.ts'
import { ChapterFields, type ChapterValues } from './chapter-fields.tsx'
import { checkRows, emptyRow, marksOf, placeFor, rowsOf, sortRows } from './chapter-rows.ts'
import { ChapterWaveform } from './chapter-waveform.tsx'
import { Proposals } from './proposals.tsx'

interface ChapterFormProps {
  episode: Episode
  onClose: () => void
}

/** The editor of the chapters of an episode. */
export function ChapterForm(props: ChapterFormProps) {
  const chapters = useChapters(props.episode.id)
  return (
    <QueryStates query={chapters} what="the chapters" skeleton={<Skeleton height="16rem" />}>
      {(loaded) => <Editor {...props} loaded={loaded} />}
    </QueryStates>
  )
}

interface CheckedChapters {
  chapters: Chapter[]
}

const useChapterForm = (loaded: EpisodeChapters, duration: number) => {
  const resolver: Resolver<ChapterValues, unknown, CheckedChapters> = ({ rows }) => {
    const { errors, chapters } = checkRows(rows, duration)
    if (errors.every((found) => Object.keys(found).length === 0)) return { values: { chapters }, errors: {} }
    const shown = errors.map((found) =>
      Object.fromEntries(Object.entries(found).map(([field, message]) => [field, { type: 'invalid', message }])),
    )
    return { values: {}, errors: { rows: shown } }
  }
  return useForm({ resolver, defaultValues: { rows: rowsOf(loaded.chapters ?? []) } })
}

function Editor({ episode, onClose, loaded }: ChapterFormProps & { loaded: EpisodeChapters }) {
  const { id, title, duration, audioUrl, audioFileId } = episode
  const { ui } = useShell()
  const audio = useRef<HTMLAudioElement>(null)
  const [position, setPosition] = useState(0)
  const form = useChapterForm(loaded, duration)
  const { control, setValue, getValues } = form
  const { fields, insert, remove, replace } = useFieldArray({ control, name: 'rows' })
  const rows = useWatch({ control, name: 'rows' })
  const draft = useFormDraft(`chapters ${id}`, form)
  const onError = useFailureToast('The chapters were not saved. Please try again.')
  const saving = useSaveChapters(id)

  const handleSeek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setPosition(seconds)
  }
  const handlePlay = (seconds: number) => {
    handleSeek(seconds)
    void audio.current?.play()
  }
  const handleAdd = () => {
    // The first chapter starts at 0.
    const start = rows.length === 0 ? 0 : Math.round(position * 10) / 10
    const at = placeFor(rows, start)
    insert(at, emptyRow(start), { shouldFocus: true, focusName: `rows.${at}.title` })
  }
  const setStart = (index: number, start: string) =>
    setValue(`rows.${index}.start`, start, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const sort = () => {
    const sorted = sortRows(getValues('rows'))
    // Replaced fields lose the focus.
    if (sorted.some((row, at) => row !== getValues(`rows.${at}`))) replace(sorted)
  }

  const submit = form.handleSubmit((checked) =>
    saving.mutate(checked, {
      onError,
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Chapters saved.' })
        draft.discard()
        onClose()
      },
    }),
  )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    sort()
    void submit()
  }
  const handleCancel = () => {
    draft.discard()
    onClose()
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit} className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
        <DraftNote draft={draft} />
        {audioFileId !== null && duration > 0 && (
          <ChapterWaveform
            audioFileId={audioFileId}
            title={title}
            duration={duration}
            position={position}
            marks={marksOf(rows)}
            onSeek={handleSeek}
            onMove={setStart}
            onMoved={sort}
          />
        )}
        {audioUrl === null ? (
          <p className="studio:text-muted">This episode has no audio yet. Chapters need the length of its audio.</p>
        ) : (
          <OwnAudio audio={audio} label={`Play ${title}`} src={audioUrl} onPosition={setPosition} />
        )}
        <Proposals proposals={loaded.proposals} rows={rows} onAccept={(chapters) => replace(rowsOf(chapters))} />
        {fields.length === 0 && <p className="studio:text-muted">This episode has no chapters.</p>}
        <ol className="studio:grid studio:gap-5">
          {fields.map((field, index) => (
            <li key={field.id}>
              <ChapterFields
                index={index}
                duration={duration}
                position={audioUrl === null ? null : position}
                onPlay={handlePlay}
                onStart={setStart}
                onRemove={remove}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button look="secondary" size="small" onClick={handleAdd}>
            <Plus aria-hidden="true" />
            Add a chapter{rows.length > 0 && audioUrl !== null ? ' at this position' : ''}
          </Button>
        </div>
        <DialogActions>
          <Button look="quiet" onClick={handleCancel}>
            Cancel
          </Button>
          <Button type="submit" pending={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Save chapters'}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}
