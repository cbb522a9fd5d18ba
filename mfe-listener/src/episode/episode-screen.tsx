import { useParams } from 'react-router-dom'

export function EpisodeScreen() {
  const { id } = useParams()
  return <h1 data-episode={id}>Episode</h1>
}
