/** Runs in the browser, on `/api/docs`. */
export const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const main = document.querySelector('#calls')

const sayWhoCalls = async () => {
  const caller = document.querySelector('#caller')
  const answer = await fetch('/api/auth/user')
  if (answer.ok) {
    const { email } = await answer.json()
    caller.textContent = 'Calls are made as ' + email + ', and for real.'
  } else if (answer.status === 401) {
    const link = document.createElement('a')
    link.href = '/api/login?returnTo=/api/docs'
    link.textContent = 'Sign in'
    caller.replaceChildren(link, ' to try every call.')
  }
}

// Where the browser is sent elsewhere, or the answer never ends, there is nothing to try from here.
const canBeTried = ({ responses }) =>
  !('303' in responses) && !Object.keys(responses[200]?.content ?? {}).includes('text/event-stream')

const nothing = () => () => null

const show = async () => {
  const answer = await fetch('/api/openapi.json')
  if (!answer.ok) throw new Error('answered ' + answer.status)
  const description = await answer.json()
  SwaggerUIBundle({
    domNode: main,
    spec: description,
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 4,
    // It would send the whole description to its makers to be checked.
    validatorUrl: null,
    plugins: [
      {
        statePlugins: {
          spec: {
            wrapSelectors: {
              allowTryItOutFor: () => (_, path, method) => canBeTried(description.paths[path][method]),
            },
          },
        },
        // The session is a cookie that no script can set: signing in is another page.
        wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing },
      },
    ],
  })
}

sayWhoCalls().catch((error) => console.error(error))
show().catch((error) => {
  console.error(error)
  main.textContent = 'The description could not be loaded. Please load this page again.'
})
`
