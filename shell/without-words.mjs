// A loader. What a contract says about itself is for the pages that describe the API: the shell only calls it.
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`[^\`]*\`)`
const DESCRIBED = new RegExp(String.raw`\.describe\(\s*(?:${TEXT}|[A-Z_]+)\s*,?\s*\)`, 'g')
const SUMMARY = new RegExp(String.raw`\bsummary:\s*${TEXT},`, 'g')
const REFUSALS = /\balso:\s*\{[^{}]*\},/g

const withoutWords = (source) => [DESCRIBED, SUMMARY, REFUSALS].reduce((rest, words) => rest.replace(words, ''), source)
export default withoutWords
