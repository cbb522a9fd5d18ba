/** The two faces of the pages that the gateway draws itself; `frame.ts` sends their files. */
export const FONT_FACES = `
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
`
