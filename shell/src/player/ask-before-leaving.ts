import { isNoPage } from '@griot/contracts/modules'
import { isSounding } from './empty-player.ts'
import type { Player } from './engine.ts'

/**
 * While something plays, the browser asks before a link or a script replaces the document, which would end the sound. It does
 * not ask when the user closes the tab, reloads, or enters an address: that is intended, and the position is saved. Browsers
 * without the Navigation API do not ask, because they cannot tell the difference.
 */
export const askBeforeLeaving = (player: Player) => {
  let isReplaced = false
  globalThis.navigation?.addEventListener('navigate', ({ navigationType, destination, downloadRequest }) => {
    const { protocol, origin, pathname } = new URL(destination.url)
    const isDocument = !destination.sameDocument && downloadRequest === null && protocol.startsWith('http')
    // Sign-in, sign-out and downloads.
    const isOwnAddress = origin === window.location.origin && isNoPage(pathname)
    isReplaced = isDocument && !isOwnAddress && (navigationType === 'push' || navigationType === 'replace')
  })
  window.addEventListener('beforeunload', (event) => {
    if (isReplaced && isSounding(player.state.get())) event.preventDefault()
    isReplaced = false
  })
}
