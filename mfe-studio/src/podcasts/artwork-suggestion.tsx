import { pathFor } from '@griot/contracts/endpoint'
import { GetMediaArtwork } from '@griot/contracts/media/hearing'
import { fetchApi } from '@griot/shell-sdk/http'
import { Button } from '@griot/ui/button'
import { useState } from 'react'
import { useMyMedia } from '../media/api.ts'

const fetchArtwork = async (id: string) => {
  const response = await fetchApi(pathFor(GetMediaArtwork, { params: { id } }), { credentials: 'include' })
  if (!response.ok) throw new Error(`the artwork was answered with ${response.status}`)
  return new File([await response.blob()], 'artwork.jpg', { type: GetMediaArtwork.answers })
}

/** Offers the picture that one's newest recording with one brings along in its tags. */
export function ArtworkSuggestion({ onTake }: { onTake: (picture: File) => Promise<void> }) {
  const media = useMyMedia()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const file = media.data?.find(({ suggestions }) => suggestions?.hasArtwork)
  if (!file) return null

  const handleTake = () => {
    setState('busy')
    fetchArtwork(file.id)
      .then(onTake)
      .then(
        () => setState('idle'),
        () => setState('failed'),
      )
  }
  return (
    <>
      <Button look="quiet" size="small" className="studio:-ms-2" pending={state === 'busy'} onClick={handleTake}>
        <span className="studio:truncate">Use the picture in {file.originalName}</span>
      </Button>
      {state === 'failed' && (
        <p role="alert" className="g-error">
          That picture could not be read.
        </p>
      )}
    </>
  )
}
