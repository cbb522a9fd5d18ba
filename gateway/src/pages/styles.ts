import { FONT_FACES } from './font-faces.ts'

/** The product's two themes, as far as this page needs them. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --page: light-dark(#faf3e7, #150c18);
  --surface: light-dark(#fffaf1, #1f1424);
  --line: light-dark(#8d7a80, #857089);
  --ink: light-dark(#26142a, #f8efe3);
  --muted: light-dark(#67525f, #c5b3c2);
  --saffron: #f7bb45;
  --on-saffron: #2a1500;
  --danger: light-dark(#b0163f, #ff9aa8);
  --focus: light-dark(#26142a, #f7bb45);
}
${FONT_FACES}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr;
  background: var(--page);
  color: var(--ink);
  font: 1.0625rem / 1.5 "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
}
.cover {
  position: relative;
  overflow: hidden;
  min-height: 8.5rem;
  padding: 1.5rem;
  display: flex;
  align-items: flex-end;
  background: #1b0f20;
  color: #f8efe3;
}
.cover svg {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
}
.cover div {
  position: relative;
  margin: -0.75rem -1rem;
  padding: 0.75rem 1rem;
  background: #1b0f20;
}
.cover p {
  margin: 0;
  font: 800 2rem / 1 "Bricolage Grotesque", ui-sans-serif, sans-serif;
  letter-spacing: -0.03em;
}
.cover p + p {
  display: none;
}
main {
  width: 100%;
  max-width: 28rem;
  margin: auto;
  padding: 2.25rem 1.5rem 3rem;
}
h1 {
  margin: 0 0 0.5rem;
  font: 700 clamp(2.25rem, 7vw, 3rem) / 1.02 "Bricolage Grotesque", ui-sans-serif, sans-serif;
  letter-spacing: -0.03em;
}
main > p {
  margin: 0 0 2rem;
  color: var(--muted);
}
a {
  color: inherit;
}
form {
  display: grid;
  gap: 1.125rem;
}
.names {
  display: grid;
  gap: 1.125rem;
}
label {
  display: block;
  margin-bottom: 0.375rem;
  font-weight: 600;
}
input {
  width: 100%;
  min-height: 3.25rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.875rem;
  background: var(--surface);
  color: inherit;
  font: inherit;
}
input[aria-invalid="true"] {
  border: 2px solid var(--danger);
}
.error {
  margin: 0.375rem 0 0;
  color: var(--danger);
  font-size: 0.9375rem;
  font-weight: 600;
}
button,
.button {
  display: inline-block;
  min-height: 3.25rem;
  margin-top: 0.5rem;
  padding: 0.75rem 1.75rem;
  border: 0;
  border-radius: 999px;
  background: var(--saffron);
  color: var(--on-saffron);
  font: 700 1.0625rem / 1.6 "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background 120ms;
}
button:hover,
.button:hover {
  background: #ffcc66;
}
:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
}
.note {
  margin: 1.75rem 0 0;
  font-size: 0.9375rem;
  color: var(--muted);
}
@media (min-width: 30rem) {
  .names {
    grid-template-columns: 1fr 1fr;
  }
}
@media (min-width: 60rem) {
  .cover div {
    margin: -1.25rem -1.5rem;
    padding: 1.25rem 1.5rem;
  }
  body {
    grid-template: 1fr / minmax(0, 5fr) minmax(0, 6fr);
  }
  .cover {
    padding: 3.5rem;
  }
  .cover p {
    font-size: 2.75rem;
  }
  .cover p + p {
    display: block;
    max-width: 24ch;
    text-wrap: balance;
    margin-top: 0.5em;
    font: 400 1.375rem / 1.35 "Hanken Grotesk", ui-sans-serif, sans-serif;
    letter-spacing: 0;
  }
}
@media (prefers-reduced-motion: reduce) {
  button,
  .button {
    transition: none;
  }
}
`
