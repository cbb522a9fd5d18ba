/** The tabs for the user's own things, in order. */
export const OWN_TAB_IDS = ['podcasts', 'episodes', 'creators', 'media'] as const
