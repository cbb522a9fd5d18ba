import { peaksPathFor } from '@griot/contracts/media/hearing'
import { fetchApi } from '@griot/shell-sdk/http'
import { useEffect, useState } from 'react'

export type Peaks = { status: 'waiting' } | { status: 'none' } | { status: 'here'; bytes: Uint8Array }

const fetchPeaks = async (path: string, signal: AbortSignal): Promise<Peaks> => {
  const response = await fetchApi(path, { credentials: 'include', signal })
  // What was measured before waveforms were drawn has none.
  if (!response.ok) return { status: 'none' }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return bytes.length > 0 ? { status: 'here', bytes } : { status: 'none' }
}

/** The waveform of what is at this address. Without one the person has a plain slider, whatever the reason. */
export const usePeaks = (audioUrl: string | null): Peaks => {
  const path = audioUrl === null ? null : peaksPathFor(audioUrl)
  const [found, setFound] = useState<{ path: string; peaks: Peaks } | null>(null)

  useEffect(() => {
    if (path === null) return
    const leaving = new AbortController()
    fetchPeaks(path, leaving.signal).then(
      (peaks) => setFound({ path, peaks }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        console.error('the waveform did not load', error)
        setFound({ path, peaks: { status: 'none' } })
      },
    )
    return () => leaving.abort()
  }, [path])

  if (path === null) return { status: 'none' }
  return found?.path === path ? found.peaks : { status: 'waiting' }
}
