/** The part of `/mfe/` that makes tokens for teams and takes them away; it stands on what page-script.ts brings. */
export const TOKENS_SCRIPT = `
const showTokens = async () => {
  const rows = (await answered(await reach('tokens'))).map(({ id, module, label, scopes, expiresAt, lastUsedAt, createdBy }) => {
    const row = element('tr')
    const lastUsed = lastUsedAt === null ? 'never' : timeOf(lastUsedAt)
    for (const text of [module, label, scopes.join(', '), timeOf(expiresAt), lastUsed, createdBy]) row.append(cell(text))
    const end = cell()
    end.append(
      pressed('Take away', 'The token of ' + module + ' for ' + label, () =>
        ask('Take away the token of ' + module + ' for ' + label, async () => {
          await send('tokens/' + id, {}, 'DELETE')
          await showTokens()
        }),
      ),
    )
    row.append(end)
    return row
  })
  byId('tokens').tBodies[0].replaceChildren(...rows)
}

byId('token-new').addEventListener('click', () => {
  const modules = [...document.querySelectorAll('#modules article h2')].map(({ textContent }) => {
    const option = element('option')
    option.value = textContent
    return option
  })
  byId('token-modules').replaceChildren(...modules)
  byId('token-form').reset()
  byId('token-refused').textContent = ''
  byId('token-made').hidden = true
  byId('token-text').value = ''
  byId('token-go').hidden = false
  byId('token').showModal()
})
byId('token-close').addEventListener('click', () => byId('token').close())
// What was shown once is not there to be looked at again.
byId('token').addEventListener('close', () => { byId('token-text').value = '' })

byId('token-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  byId('token-refused').textContent = ''
  try {
    const { token } = await send('tokens', {
      module: byId('token-module').value,
      label: byId('token-label').value.trim(),
      days: Number(byId('token-days').value),
      scopes: byId('token-scopes').value.split(' '),
    })
    byId('token-text').value = token
    byId('token-made').hidden = false
    byId('token-go').hidden = true
    byId('token-text').focus()
    byId('token-text').select()
    await showTokens()
  } catch (error) {
    byId('token-refused').textContent = error.message
  }
})

orSay(showTokens())
`
