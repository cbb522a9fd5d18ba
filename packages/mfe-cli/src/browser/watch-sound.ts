/**
 * Says what happens to the sound, and answers where it is. Its element is in no document, so it is caught as it is played.
 * Runs in the page, to which it is sent as text (watch-page.ts).
 */
export const watchSound = (notice: (says: string) => void) => {
  let sound: HTMLMediaElement | undefined
  const { play } = HTMLMediaElement.prototype
  const { addEventListener: listen } = EventTarget.prototype
  HTMLMediaElement.prototype.play = function () {
    if (sound !== this) {
      if (sound) notice('another sound began beside the one that was playing.')
      sound = this
      listen.call(this, 'pause', () => notice('the sound was paused.'))
      listen.call(this, 'emptied', () => notice('the sound was taken away.'))
      listen.call(this, 'seeking', () => notice('the sound was moved to another place.'))
    }
    return play.call(this)
  }
  return () => sound?.currentTime ?? 0
}
