const OWN_KEYS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]'

/** Whether a key belongs to the element, which is a field, in a dialog, or matches `others`. */
export const hasOwnKeys = (target: EventTarget | null, others?: string) =>
  target instanceof Element && target.closest(others ? `${OWN_KEYS}, ${others}` : OWN_KEYS) !== null
