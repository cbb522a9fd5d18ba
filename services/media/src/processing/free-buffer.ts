const { port1: out, port2: nobody } = new MessageChannel()
nobody.close()

/**
 * Gives the memory of a buffer back at once; there is nothing in it afterwards. Sound comes in buffers that nobody needs
 * a moment later, and left to itself V8 goes through everything it holds for each ten megabytes of them, which took as
 * long as looking at the sound.
 */
export const freeBuffer = ({ buffer, byteLength }: Buffer) => {
  // A small one is a part of memory that others have parts of.
  if (!(buffer instanceof ArrayBuffer) || byteLength !== buffer.byteLength) return
  // What is handed over to nobody is gone.
  out.postMessage(null, [buffer])
}
