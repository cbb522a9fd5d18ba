/** Location state of a navigation that asks the page to focus its search box. */
export const SEARCH_REQUEST = { focus: 'search' }

export const isSearchRequest = (state: unknown) =>
  typeof state === 'object' && state !== null && 'focus' in state && state.focus === SEARCH_REQUEST.focus
