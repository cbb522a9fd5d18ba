/** Something the person who starts Griot can put right. The message is one sentence and is shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}
