import { FONT_FACES } from '../pages/font-faces.ts'

/** Swagger UI in the product's colours and faces, and fit for a phone. */
export const STYLES = `
:root {
  color-scheme: light;
  --page: #faf3e7;
  --surface: #fffaf1;
  --line: #d9cdbd;
  --ink: #26142a;
  --muted: #67525f;
  --link: #8f3d17;
  --get: #17635f;
  --post: #8f3d17;
  --put: #6b4a8a;
  --delete: #b0163f;
}
:root.dark-mode {
  color-scheme: dark;
  --page: #150c18;
  --surface: #1f1424;
  --line: #43324a;
  --ink: #f8efe3;
  --muted: #c5b3c2;
  --link: #f7bb45;
}
${FONT_FACES}
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 1rem / 1.5 "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
}
header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0.25rem 1.5rem;
  padding: 1rem max(1.25rem, calc((100% - 1420px) / 2));
  background: #1b0f20;
  color: #f8efe3;
}
header a {
  color: #f7bb45;
}
header p {
  margin: 0;
}
.home {
  color: inherit;
  font: 800 1.5rem / 1.2 "Bricolage Grotesque", ui-sans-serif, sans-serif;
  letter-spacing: -0.03em;
  text-decoration: none;
}
:focus-visible {
  outline: 3px solid #c9821a;
  outline-offset: 2px;
}
/* By our own id, because the library's rules for the dark theme weigh more than one class. */
html,
#calls,
#calls .swagger-ui {
  background: var(--page);
  color: var(--ink);
}
#calls :is(.info, .opblock-tag, .opblock, .responses-wrapper, .models, .parameters, .btn, label, table) {
  font-family: "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
}
#calls :is(.info .title, .opblock-tag, .models h4) {
  color: var(--ink);
  font-family: "Bricolage Grotesque", ui-sans-serif, sans-serif;
  letter-spacing: -0.02em;
}
#calls .info {
  margin: 2rem 0;
}
#calls .info .title small {
  background: var(--muted);
}
#calls .info .title small pre {
  color: var(--page);
}
#calls :is(.info, .renderedMarkdown) :is(p, li, a) {
  max-width: 72ch;
  margin-inline: 0;
  color: var(--ink);
  font: 1rem / 1.55 "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
}
#calls .info a {
  color: var(--link);
  text-decoration: underline;
}
#calls .renderedMarkdown code {
  padding: 0.05em 0.3em;
  background: var(--line);
  color: var(--ink);
  font-weight: 500;
}
#calls .opblock-tag {
  border-color: var(--line);
}
#calls :is(.opblock-summary-path, .opblock-summary-description, .opblock-section-header h4, .tab li, .header-col, label) {
  color: var(--ink);
}
#calls .opblock-summary-description {
  font-family: inherit;
  font-size: 0.9375rem;
}
#calls .opblock[class*="opblock-"] {
  margin-bottom: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--surface);
  box-shadow: none;
}
#calls .opblock[class*="opblock-"] .opblock-summary {
  border-color: var(--line);
}
#calls .opblock .opblock-section-header {
  background: var(--page);
  box-shadow: none;
}
#calls .opblock .opblock-summary .opblock-summary-method {
  border-color: transparent;
  border-radius: 0.5rem;
  color: #fff;
  text-shadow: none;
}
#calls .opblock.opblock-get .opblock-summary-method {
  background: var(--get);
}
#calls .opblock.opblock-post .opblock-summary-method {
  background: var(--post);
}
#calls .opblock.opblock-put .opblock-summary-method {
  background: var(--put);
}
#calls .opblock.opblock-delete .opblock-summary-method {
  background: var(--delete);
}
#calls .json-schema-2020-12 {
  background: var(--surface);
}
#calls .btn.execute {
  border-color: #f7bb45;
  background: #f7bb45;
  color: #2a1500;
}
/* There is one server and no link; every refusal has the one shape that the introduction tells of. */
#calls .scheme-container,
#calls .response-col_links,
#calls .responses-table:not(.live-responses-table) .response:is([data-code^="4"], [data-code^="5"], [data-code="default"]) .response-col_description > :not(.response-col_description__inner) {
  display: none;
}
@media (max-width: 40rem) {
  #calls .wrapper {
    padding: 0 1rem;
  }
  #calls .opblock .opblock-summary-path {
    max-width: none;
    overflow-wrap: anywhere;
  }
  #calls .opblock .opblock-summary-method {
    min-width: 4rem;
  }
  #calls .opblock .opblock-section-header {
    flex-wrap: wrap;
    height: auto;
    gap: 0.5rem;
  }
  #calls .opblock-body .parameters :is(table, tbody, tr, td) {
    display: block;
    width: auto;
    max-width: none;
  }
  #calls .opblock-body .parameters thead,
  #calls .responses-table thead {
    display: none;
  }
  #calls .responses-table :is(tbody, tr, td:not(.response-col_links)) {
    display: block;
    width: auto;
    max-width: 100%;
    min-width: 0;
    padding-top: 0.25rem;
  }
  #calls .opblock-body :is(input, select, textarea, pre) {
    max-width: 100%;
    min-width: 0;
  }
  #calls .model-box,
  #calls .json-schema-2020-12 {
    overflow-x: auto;
  }
}
`
