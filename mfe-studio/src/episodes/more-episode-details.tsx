import { MORE_FIELDS } from '../details/episode-values.ts'
import { MoreDetails } from '../details/more-details.tsx'

const load = async () => (await import('../details/episode-details-fields.tsx')).EpisodeDetailsFields

export function MoreEpisodeDetails({ isGuidFixed }: { isGuidFixed: boolean }) {
  return <MoreDetails load={load} what="the details of the episode" fields={MORE_FIELDS} props={{ isGuidFixed }} />
}
