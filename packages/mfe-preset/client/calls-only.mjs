// A loader for contracts in a build that only calls endpoints: a call needs method and path, so schemas and texts are
// removed.
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`[^\`]*\`)`
const SUMMARY = new RegExp(String.raw`\bsummary:\s*${TEXT},`, 'g')
const REFUSALS = /\balso:\s*\{[^{}]*\},/g

// In a formatted file, only statements begin with a word or comment in the first column, and only properties of an
// endpoint with a word after two spaces.
const STATEMENT = /^(?=[a-z/])/m
const CHECKED = /^ {2}(?:params|query|body|response): [\s\S]*?(?=^ {2}\w|^\})/gm

// Endpoints, schemas and the lists in them are created by calls. A minifier removes an unused call only if it is marked as
// pure. A call that is not removed keeps every schema that it names.
const ENDPOINT = /^(export const \w+ = )(?=(?:get|head|post|put|patch|remove)\()/
const FUNCTION = String.raw`(?:async )?(?:<|\w+ =>|\([^()]*\)(?:: [^=]+)? =>)`
const CONSTANT = new RegExp(
  String.raw`^((?:export )?const \w+(?:: [^=]+)? = )(?!${FUNCTION})([\s\S]*?\([\s\S]*?)(\s*)$`,
)

/** @param {string} statement */
const callsOnly = (statement) => {
  if (!ENDPOINT.test(statement)) return statement.replace(CONSTANT, '$1/* @__PURE__ */ (() => ($2))()$3')
  const called = statement.replace(ENDPOINT, '$1/* @__PURE__ */ ')
  return [CHECKED, SUMMARY, REFUSALS].reduce((rest, removed) => rest.replace(removed, ''), called)
}

// `define` adds default schemas to every endpoint, which a call does not need.
const DEFAULTS = '...defaultsOf(path), '

/** @param {string} source */
const loader = (source) => source.replace(DEFAULTS, '').split(STATEMENT).map(callsOnly).join('')
export default loader
