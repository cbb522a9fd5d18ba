import { FONT_FACES } from '../../pages/font-faces.ts'

/** The registry's page, in the product's two themes. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --page: light-dark(#faf3e7, #150c18);
  --surface: light-dark(#fffaf1, #1f1424);
  --line: light-dark(#d8c8b4, #3d2c45);
  --ink: light-dark(#26142a, #f8efe3);
  --muted: light-dark(#67525f, #c5b3c2);
  --danger: light-dark(#b0163f, #ff9aa8);
  --good: light-dark(#0c6b58, #5fd3b8);
  --focus: light-dark(#26142a, #f7bb45);
}
${FONT_FACES}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 72rem;
  padding: 1.5rem 1rem 4rem;
  background: var(--page);
  color: var(--ink);
  font: 1rem / 1.5 "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
}
h1, h2, h3 { margin: 0; font-family: "Bricolage Grotesque", ui-sans-serif, sans-serif; letter-spacing: -0.02em; }
h1 { font-size: 2rem; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; margin-block-end: 1.5rem; }
header p { flex: 1 1 16rem; margin: 0; color: var(--muted); }
#modules { display: grid; align-items: start; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); margin-block-end: 2rem; }
article { padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
article.troubled { border-color: var(--danger); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; margin: 0.75rem 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0.5rem 0; padding-inline-start: 1.25rem; }
summary { cursor: pointer; color: var(--muted); }
.refuse, .off { color: var(--danger); font-weight: 600; }
.ok { color: var(--good); }
.actions { margin-block-start: 0.75rem; display: flex; flex-wrap: wrap; gap: 0.5rem; }
.actions button { white-space: normal; overflow-wrap: anywhere; }
.note { margin: 0; color: var(--muted); font-size: 0.9375rem; }
a { color: inherit; }
#ask-go, #token-go { border-color: var(--ink); background: var(--ink); color: var(--page); }
button {
  min-height: 2.5rem;
  padding: 0 0.875rem;
  border: 1px solid var(--ink);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
  white-space: nowrap;
  cursor: pointer;
}
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.wide { overflow-x: auto; }
.muted { color: var(--muted); }
.health { margin-block: 0.75rem; font-size: 0.9375rem; }
.health caption { padding-block-end: 0.25rem; text-align: start; font-size: 0.875rem; }
.health th[scope="row"] { color: inherit; font-weight: 400; }
.health th span { display: block; font-size: 0.875rem; }
.health th, .health td { padding-inline-end: 0.5rem; }
.health .version { font-size: 0.9375rem; }
.health th:last-child, .health td:last-child { padding-inline-end: 0; }
#journal, #tokens { min-width: 48rem; }
section + section { margin-block-start: 2rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--muted); font-weight: 500; }
dialog { width: min(28rem, calc(100vw - 2rem)); border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); color: inherit; }
dialog::backdrop { background: rgb(21 12 24 / 60%); }
dialog form { display: grid; gap: 0.75rem; }
input { width: 100%; min-height: 2.5rem; padding: 0 0.5rem; border: 1px solid var(--muted); border-radius: 0.5rem; background: var(--page); color: inherit; font: inherit; }
select { width: 100%; min-height: 2.5rem; padding: 0 0.5rem; border: 1px solid var(--muted); border-radius: 0.5rem; background: var(--page); color: inherit; font: inherit; }
#ask-choices { display: grid; gap: 0.75rem; }
#ask-choices:empty { display: none; }
dialog label:not([hidden]), #ask-choices > div { display: grid; gap: 0.375rem; }
.refused { margin: 0; color: var(--danger); white-space: pre-line; }
`
