import { natives } from '../natives.ts'

/** On a touch screen the click follows the release. */
const CLICK_MS = 100
/** A longer press is not a click. */
const MAX_WAIT_MS = 2000

/**
 * Watches the pointer for as long as the page is open. The returned function waits until it is released, at most two
 * seconds: a click is lost if something appears under the pointer between its press and its release.
 */
export const watchPointer = () => {
  const { setTimeout } = natives()
  let isPressed = false
  let handleReleased = () => {}
  const release = () => {
    isPressed = false
    handleReleased()
  }
  const options = { capture: true }
  const handlePress = () => {
    isPressed = true
  }
  window.addEventListener('pointerdown', handlePress, options)
  for (const event of ['pointerup', 'pointercancel'])
    window.addEventListener(event, () => void setTimeout(release, CLICK_MS), options)

  return async () => {
    if (!isPressed) return
    await new Promise<void>((resolve) => {
      handleReleased = resolve
      setTimeout(resolve, MAX_WAIT_MS)
    })
  }
}
