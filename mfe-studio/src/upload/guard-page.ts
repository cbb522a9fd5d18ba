import type { ShellApiV1 } from '@griot/shell-sdk/contract'

const warn = (event: Event) => event.preventDefault()

/** While something is on its way nobody closes the page by mistake, and nothing replaces what is on it. */
export const createPageGuard = (update: ShellApiV1['update']) => {
  let unblock: (() => void) | null = null
  return (isBusy: boolean) => {
    if (isBusy && unblock === null) {
      unblock = update.block('uploading')
      addEventListener('beforeunload', warn)
    } else if (!isBusy && unblock !== null) {
      unblock()
      unblock = null
      removeEventListener('beforeunload', warn)
    }
  }
}
