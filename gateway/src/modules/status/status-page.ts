import { may } from '@griot/contracts/permissions'
import { notFound, unauthenticated } from '@griot/service-kit/errors'
import type { Session } from '../../auth/sessions.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { isLookedAt, isOwnNavigation } from '../../http/fetch-metadata.ts'
import { createSendPage, escapeHtml } from '../../pages/frame.ts'
import { CHOICES_SCRIPT } from './choices-script.ts'
import { SCRIPT } from './page-script.ts'
import { STYLES } from './page-styles.ts'
import { TOKENS_SCRIPT } from './tokens-script.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

interface Options {
  productName: string
  findSession(context: Context): Promise<Session | null>
}

/** `/mfe/`: what stands of every module, how it does with people, and the ways to change it. For admins. */
export const createStatusPage = ({ productName, findSession }: Options): Middleware => {
  const html = pageOf(escapeHtml(productName))
  const sendPage = createSendPage(productName)
  const files: Record<string, [type: string, content: string]> = {
    '/mfe/': ['text/html; charset=utf-8', html],
    '/mfe/page.css': ['text/css; charset=utf-8', STYLES],
    '/mfe/page.js': ['text/javascript; charset=utf-8', SCRIPT],
    '/mfe/choices.js': ['text/javascript; charset=utf-8', CHOICES_SCRIPT],
    '/mfe/tokens.js': ['text/javascript; charset=utf-8', TOKENS_SCRIPT],
  }

  /** Somebody who has the address from a colleague is told what it is; to a program it does not exist. */
  const sayForAdmins = (context: Context, email: string) =>
    sendPage(
      context,
      404,
      'For admins',
      `<h1>For admins only.</h1>
<p>Here modules are released and taken back. You are signed in as ${escapeHtml(email)}, who is no admin of ${escapeHtml(productName)}.</p>
<a class="button" href="/">Go to ${escapeHtml(productName)}</a>`,
    )

  return async (context, next) => {
    if (context.path === '/mfe') return seeOther(context, '/mfe/')
    const file = Object.hasOwn(files, context.path) ? files[context.path] : undefined
    if (!file || !['GET', 'HEAD'].includes(context.method)) return next()
    const { headers } = context.req
    const session = await findSession(context)
    if (!session) {
      if (isLookedAt(headers) && isOwnNavigation(headers)) return seeOther(context, '/api/login?returnTo=/mfe/')
      throw unauthenticated()
    }
    if (!may(session.user, 'modules.manage')) {
      if (isLookedAt(headers)) return sayForAdmins(context, session.user.email)
      throw notFound('page')
    }
    const [type, content] = file
    context.set({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
    context.status = 200
    context.type = type
    context.body = content
  }
}

const seeOther = (context: Context, target: string) => {
  context.set({ 'cache-control': 'no-store', location: target })
  context.status = 303
  context.body = ''
}

const pageOf = (name: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Modules · ${name}</title>
<link rel="stylesheet" href="/mfe/page.css">
<script src="/mfe/page.js" defer></script>
<script src="/mfe/choices.js" defer></script>
<script src="/mfe/tokens.js" defer></script>
</head>
<body>
<header>
<h1>Modules of ${name}</h1>
<p id="standing" role="status">Asking what stands…</p>
<a href="/">Back to ${name}</a>
<button type="button" id="freeze" hidden></button>
</header>
<main>
<section id="modules" aria-label="Modules"></section>
<section aria-labelledby="journal-title">
<h2 id="journal-title">What was done</h2>
<div class="wide" tabindex="0" role="region" aria-label="Journal"><table id="journal">
<thead><tr><th scope="col">Revision</th><th scope="col">When</th><th scope="col">What</th><th scope="col">By</th><th scope="col">Why</th><th scope="col">Checks</th></tr></thead>
<tbody></tbody>
</table></div>
</section>
<section aria-labelledby="tokens-title">
<h2 id="tokens-title">Tokens of teams</h2>
<p class="muted">With one of these the command deploys a module and releases it. <button type="button" id="token-new">New token…</button></p>
<div class="wide" tabindex="0" role="region" aria-label="Tokens"><table id="tokens">
<thead><tr><th scope="col">Module</th><th scope="col">Whose</th><th scope="col">May</th><th scope="col">Until</th><th scope="col">Last used</th><th scope="col">Made by</th><td></td></tr></thead>
<tbody></tbody>
</table></div>
</section>
</main>
<dialog id="ask" aria-labelledby="ask-title">
<form method="dialog">
<h2 id="ask-title"></h2>
<div id="ask-choices"></div>
<label>Why <input id="ask-reason" maxlength="300" autocomplete="off"></label>
<p id="ask-refused" class="refused" role="alert"></p>
<div class="actions"><button type="button" id="ask-cancel">Leave it</button><button id="ask-go">Do it</button></div>
</form>
</dialog>
<dialog id="token" aria-labelledby="token-title">
<form id="token-form">
<h2 id="token-title">New token</h2>
<label>Module <input id="token-module" required maxlength="40" pattern="[a-z][a-z0-9\\-]*" list="token-modules" autocomplete="off"></label>
<datalist id="token-modules"></datalist>
<label>Whose <input id="token-label" required maxlength="80" autocomplete="off"></label>
<label>Days <input id="token-days" type="number" required min="1" max="366" value="90"></label>
<div><label for="token-scopes">May</label><select id="token-scopes"><option value="deploy release">deploy and release</option><option value="deploy">only deploy</option></select></div>
<p id="token-refused" class="refused" role="alert"></p>
<label id="token-made" hidden>Shown this once <input id="token-text" readonly></label>
<div class="actions"><button type="button" id="token-close">Close</button><button id="token-go">Make it</button></div>
</form>
</dialog>
</body>
</html>
`
