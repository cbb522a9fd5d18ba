import type { AccountExport } from '@griot/contracts/account'

/** A picture that somebody has uploaded, and its bytes as they come; null when it was taken away meanwhile. */
export interface ExportedPicture {
  kind: AccountExport['pictures'][number]['kind']
  of: string
  type: string
  bytes: AsyncIterable<Uint8Array> | null
}

/** All of an account as JSON. Its pictures are many times as large as the rest, so none is ever whole in memory. */
export async function* exportText(
  facts: Omit<AccountExport, 'pictures'>,
  pictures: AsyncIterable<ExportedPicture>,
): AsyncGenerator<string> {
  // Without its last brace: one more field follows.
  yield JSON.stringify(facts, null, 2).slice(0, -2)
  yield ',\n  "pictures": ['
  let separator = '\n'
  for await (const { kind, of, type, bytes } of pictures) {
    yield `${separator}    { "kind": ${JSON.stringify(kind)}, "of": ${JSON.stringify(of)}, "picture": `
    if (bytes === null) yield 'null'
    else {
      yield `"data:${type};base64,`
      yield* base64Of(bytes)
      yield '"'
    }
    yield ' }'
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

async function* base64Of(bytes: AsyncIterable<Uint8Array>) {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk])
    // Three bytes are four letters; what is left over goes with the next ones.
    const end = all.length - (all.length % 3)
    yield all.toString('base64', 0, end)
    rest = all.subarray(end)
  }
  yield rest.toString('base64')
}
