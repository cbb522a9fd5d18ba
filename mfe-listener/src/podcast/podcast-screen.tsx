import { useParams } from 'react-router-dom'

export function PodcastScreen() {
  const { id } = useParams()
  return <h1 data-podcast={id}>Podcast</h1>
}
