import type { BodyOf } from '@griot/contracts/endpoint'
import { CheckBadges } from '@griot/contracts/points'
import type { Bus, ShellEvents } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'

/** Asks for badges that nobody has been told of, and tells. The server answers each once, whoever asks. */
export const announceBadges = async (
  events: Bus<ShellEvents>,
  body: BodyOf<typeof CheckBadges>,
  { signal }: { signal?: AbortSignal } = {},
) => {
  const { newBadges } = await call(CheckBadges, { params: { id: 'me' }, body }, signal ? { signal } : {})
  if (newBadges.length > 0) events.emit('badges.earned', { badges: newBadges })
}
