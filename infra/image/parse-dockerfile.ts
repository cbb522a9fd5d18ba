/** One line of an image file: its word, its options (`--from=build`) and the rest as it stands there. */
export interface Instruction {
  word: string
  options: Readonly<Record<string, string>>
  rest: string
}

export interface Stage {
  name: string
  /** The image or the stage that it begins with. */
  from: string
  instructions: Instruction[]
}

const KNOWN = [
  ...['ARG', 'FROM', 'RUN', 'COPY', 'ENV', 'WORKDIR', 'USER', 'LABEL', 'EXPOSE'],
  ...['STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
]

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    // A comment ends nothing: what was continued before it goes on after it.
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')

const readInstruction = (line: string): Instruction => {
  const [, word = '', after = ''] = line.match(/^\s*(\S+)\s+(.*?)\s*$/s) ?? []
  if (!KNOWN.includes(word)) throw new Error(`What to do with “${line.trim()}” is not known here.`)
  let rest = after
  const options: Record<string, string> = {}
  for (let option = rest.match(/^--([a-z-]+)=(\S+)\s+/); option; option = rest.match(/^--([a-z-]+)=(\S+)\s+/)) {
    options[option[1] ?? ''] = option[2] ?? ''
    rest = rest.slice(option[0].length)
  }
  return { word, options, rest }
}

/** The stages of an image file. Refuses whatever it does not know, so that nothing is left out silently. */
export const parseDockerfile = (text: string): Stage[] => {
  const stages: Stage[] = []
  const args = new Map<string, string>()
  for (const instruction of linesOf(text).map(readInstruction)) {
    const { word, rest } = instruction
    const last = stages.at(-1)
    if (word === 'FROM') {
      const [, from = '', name = String(stages.length)] = rest.match(/^(\S+)(?:\s+AS\s+(\S+))?$/i) ?? []
      stages.push({ name, from: from.replace(/\$\{(\w+)\}/g, (_, arg) => args.get(arg) ?? ''), instructions: [] })
    } else if (last !== undefined) last.instructions.push(instruction)
    else if (word === 'ARG') args.set(...pair(rest))
    else throw new Error(`${word} stands before the first FROM.`)
  }
  return stages
}

const pair = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** `A=1 B="two words"`, as ENV and LABEL have it. */
export const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  )

/** `["node", "x.js"]`, the form that needs no shell. */
const readWords = (text: string): string[] => {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`${text} is no command.`)
  return words
}

/** What the finished image says about itself. */
export const describeImage = (stages: readonly Stage[]) => {
  const { instructions = [] } = stages.at(-1) ?? {}
  const last = (word: string) => instructions.findLast((instruction) => instruction.word === word)?.rest ?? ''
  const env = instructions.filter(({ word }) => word === 'ENV').map(({ rest }) => readPairs(rest))
  return {
    env: Object.assign({}, ...env) as Record<string, string>,
    workdir: last('WORKDIR'),
    user: last('USER'),
    entrypoint: readWords(last('ENTRYPOINT')),
    command: readWords(last('CMD')),
    healthCheck: readWords(last('HEALTHCHECK').replace(/^.*?CMD\s+/, '')),
  }
}
