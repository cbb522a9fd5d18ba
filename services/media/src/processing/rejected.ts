/** A verdict on a file: trying again cannot help. The message is the sentence that its owner reads. */
export class Rejected extends Error {
  /** What was found, for whoever looks into it. */
  readonly detail: string

  constructor(sentence: string, detail: string) {
    super(sentence)
    this.name = 'Rejected'
    this.detail = detail
  }
}

export const notAudio = (detail: string) => new Rejected('This file is not audio we can read.', detail)
export const tookTooLong = (detail: string) => new Rejected('This file took too long to read.', detail)
export const notPlain = (detail: string) =>
  new Rejected('This file holds video, or a kind of sound we do not take. Please export the sound only.', detail)
