/** Runs in the browser, on `/mfe/`. Texts of modules are set as text and never as HTML. */
export const SCRIPT = `
const REFRESH_MS = 5000
const byId = (id) => document.getElementById(id)

const element = (tag, text, className) => {
  const made = document.createElement(tag)
  if (text !== undefined) made.textContent = text
  if (className) made.className = className
  return made
}

const send = async (place, body, method = 'POST') => {
  const response = await fetch('/mfe/v1/' + place, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error([answer.message, ...Object.values(answer.fields ?? {})].join('\\n'))
}

const ask = (title, go) => {
  byId('ask-title').textContent = title
  byId('ask-refused').textContent = ''
  byId('ask-reason').value = ''
  const dialog = byId('ask')
  dialog.querySelector('form').onsubmit = async (event) => {
    event.preventDefault()
    try {
      await go(byId('ask-reason').value.trim() || undefined)
      dialog.close()
      await refresh()
    } catch (error) {
      byId('ask-refused').textContent = error.message
    }
  }
  dialog.showModal()
}
byId('ask-cancel').addEventListener('click', () => byId('ask').close())

const button = (label, title, go) => {
  const made = element('button', label)
  made.type = 'button'
  made.addEventListener('click', () => ask(title, go))
  return made
}

const percent = (share) => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0) + ' %'

const healthText = (status, module, version) => {
  const known = status.health.find((one) => one.module === module && one.version === version)
  if (!known || known.sessions === 0) return 'nobody has reported it lately'
  const speed = known.loadP75 === null ? '' : ', ready in ' + Math.round(known.loadP75) + ' ms for three of four'
  return known.sessions + ' people, ' + percent(known.failedSessions / known.sessions) + ' saw it fail' + speed
}

const checksOf = (status, module, version) =>
  status.journal.find(({ change }) => change?.module === module && change.to === version && change.checks)?.change.checks ?? []

const moduleCard = (status, module, standing) => {
  const { stable, since, by, lkg, candidate, disabled, quarantined } = standing
  const card = element('article')
  card.id = 'module-' + module
  const facts = element('dl')
  const fact = (name, text, className) => facts.append(element('dt', name), element('dd', text, className))
  fact('Everyone sees', stable)
  fact('', healthText(status, module, stable))
  fact('Since', new Date(since).toLocaleString() + ', by ' + by)
  if (candidate) {
    fact('On trial', candidate.version + ' for ' + candidate.percent + ' % of the people')
    fact('', healthText(status, module, candidate.version))
  }
  if (lkg && lkg !== stable) fact('Good before', lkg)
  if (quarantined.length > 0) fact('Taken back', quarantined.join(', '), 'off')
  if (disabled !== null) fact('Switched off', disabled, 'off')
  card.classList.toggle('troubled', disabled !== null)

  const change = (action, body) => (reason) =>
    send('env/' + status.env + '/modules/' + module + '/' + action, { ...body, reason })
  const actions = element('div', undefined, 'actions')
  if (candidate) {
    for (const share of [5, 25, 50]) {
      if (share > candidate.percent) {
        actions.append(button(share + ' %', 'Show ' + module + ' to ' + share + ' %', change('canary', { percent: share })))
      }
    }
    actions.append(button('Release', 'Show ' + candidate.version + ' to everyone', change('promote', { version: candidate.version })))
  }
  if (candidate || (lkg && lkg !== stable)) actions.append(button('Take back', 'Take ' + module + ' back', change('rollback', {})))
  if (disabled !== null) actions.append(button('Switch on', 'Switch ' + module + ' on', change('enable', {})))
  else if (module !== 'shell') actions.append(button('Switch off', 'Switch ' + module + ' off', change('disable', {})))

  card.append(element('h2', module), facts)
  const checks = checksOf(status, module, candidate?.version ?? stable)
  if (checks.length > 0) {
    const details = element('details')
    const list = element('ul')
    for (const { id, outcome, says } of checks) list.append(element('li', id + ' ' + says, outcome))
    details.append(element('summary', checks.length + ' checks before it was shown'), list)
    card.append(details)
  }
  card.append(actions)
  return card
}

const journalRow = ({ rev, at, change }) => {
  const row = element('tr')
  const versions = [change?.from, change?.to].filter(Boolean).join(' → ')
  const what = change ? change.action + ' ' + (change.module ?? '') + ' ' + versions : ''
  for (const text of [rev, new Date(at).toLocaleString(), what, change?.by ?? '', change?.reason ?? '']) {
    row.append(element('td', String(text)))
  }
  return row
}

let shown = ''
const refresh = async () => {
  const response = await fetch('/mfe/v1/status')
  if (!response.ok) throw new Error('The registry answered ' + response.status + '.')
  const text = await response.text()
  if (text === shown) return
  shown = text
  const status = JSON.parse(text)
  byId('standing').textContent =
    'Revision ' + status.rev + (status.frozen === null ? '' : '. Frozen: ' + status.frozen + '. Only going back is possible.')
  const freeze = byId('freeze')
  freeze.hidden = false
  freeze.textContent = status.frozen === null ? 'Freeze' : 'Open again'
  freeze.onclick = () =>
    ask(status.frozen === null ? 'Freeze ' + status.env : 'Open ' + status.env + ' again', (reason) =>
      send('env/' + status.env + '/freeze', { reason: status.frozen === null ? (reason ?? 'an admin asked for it') : null }),
    )
  const modules = Object.entries(status.modules).sort(([one], [other]) => (one < other ? -1 : 1))
  byId('modules').replaceChildren(...modules.map(([module, standing]) => moduleCard(status, module, standing)))
  byId('journal').tBodies[0].replaceChildren(...status.journal.map(journalRow))
}

const keepFresh = async () => {
  try {
    // Somebody who is just reading the checks should not have them closed.
    if (document.visibilityState === 'visible' && !document.querySelector('details[open]')) await refresh()
  } catch (error) {
    byId('standing').textContent = error.message
  }
  setTimeout(keepFresh, REFRESH_MS)
}
keepFresh()
`
