import { escapeHtml } from '../pages/frame.ts'

/**
 * Everything from our own origin, and no inline script or style. Swagger UI needs two things more than our other pages:
 * `data:` for the icons in its style sheet, and `blob:` to show a cover or play a recording that a tried call answered.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const docsPage = (productName: string) => {
  const name = escapeHtml(productName)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${name}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<script defer src="/api/docs/swagger-ui.js"></script>
<script type="module" src="/api/docs/page.js"></script>
</head>
<body>
<header>
<a class="home" href="/">${name}</a>
<p id="caller" aria-live="polite"></p>
</header>
<main id="calls">
<noscript><p>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>
</main>
</body>
</html>
`
}
