// A loader for contracts in a build that only calls endpoints, for which a method and a path are enough: what they say
// about themselves and what they check is left out.
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`[^\`]*\`)`
const SUMMARY = new RegExp(String.raw`\bsummary:\s*${TEXT},`, 'g')
const REFUSALS = /\balso:\s*\{[^{}]*\},/g

// In a formatted file a statement begins, and only there, with a word or a comment at the edge, and a property of an
// endpoint with a word behind two spaces.
const STATEMENT = /^(?=[a-z/])/m
const ENDPOINT = /^ {2}path: /m
const CHECKED = /^ {2}(?:params|query|body|response): [\s\S]*?(?=^ {2}\w|^\})/gm

// Other schemas are made by calls, and of those a minifier cannot know that nobody misses them.
const CONSTANT = /^((?:export )?const \w+(?:: [^=]+)? = )([\s\S]*?\bz\.[\s\S]*?)(\s*)$/

const callsOnly = (statement) => {
  if (!ENDPOINT.test(statement)) return statement.replace(CONSTANT, '$1/* @__PURE__ */ (() => ($2))()$3')
  return [CHECKED, SUMMARY, REFUSALS].reduce((rest, needless) => rest.replace(needless, ''), statement)
}

const loader = (source) => source.split(STATEMENT).map(callsOnly).join('')
export default loader
