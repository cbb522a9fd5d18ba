import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import EyeOff from 'lucide-react/icons/eye-off'
import { useProfile, useSaveProfile } from './api.ts'

/** Instead of numbers, for someone who asked to see none: and the way back. */
export function PointsHidden() {
  const { ui } = useShell()
  const profile = useProfile()
  const save = useSaveProfile()

  const handleShow = () => {
    if (!profile.data) return
    const { displayName, shownBadges } = profile.data
    save.mutate(
      { displayName, shownBadges, hidePoints: false },
      {
        onError: () =>
          ui.toast({
            title: 'Profile not saved',
            description: 'There was a problem saving your profile.',
            tone: 'destructive',
          }),
      },
    )
  }

  return (
    <EmptyState
      title="Points are hidden"
      icon={<EyeOff />}
      action={
        <Button disabled={!profile.data} pending={save.isPending} onClick={handleShow}>
          Show Points
        </Button>
      }
    >
      You asked to see podcasts only. What you listen to still counts, and nothing is lost.
    </EmptyState>
  )
}
