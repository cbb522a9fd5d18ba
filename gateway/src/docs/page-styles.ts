/** Swagger UI in the product's colours and faces, and fit for a phone. */
export const STYLES = `
:root {
  color-scheme: light;
  --page: #faf3e7;
  --surface: #fffaf1;
  --line: #d9cdbd;
  --ink: #26142a;
  --muted: #67525f;
  --link: #7a2f12;
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
@font-face {
  font-family: "Bricolage Grotesque";
  src: url("/idp/fonts/display.woff2") format("woff2");
  font-weight: 200 800;
  font-display: swap;
}
@font-face {
  font-family: "Hanken Grotesk";
  src: url("/idp/fonts/text.woff2") format("woff2");
  font-weight: 100 900;
  font-display: swap;
}
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
`
