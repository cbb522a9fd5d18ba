/** Runs in the browser, on `/mfe/`. Texts of modules are set as text and never as HTML. */
export const SCRIPT = `
const REFRESH_MS = 5000
let shown = ''
const byId = (id) => document.getElementById(id)

const element = (tag, text, className) => {
  const made = document.createElement(tag)
  if (text !== undefined) made.textContent = text
  if (className) made.className = className
  return made
}

/** The browsers' own words for it are about fetch, and each has others. */
const reach = (place, more) =>
  fetch('/mfe/v1/' + place, more).catch(() => {
    throw new Error('The registry does not answer. Check the connection.')
  })

/** What was said, or in words why not. */
const answered = async (response) => {
  if (response.status === 401) throw new Error('You are signed out. Load this page again to sign in.')
  const answer = await response.json().catch(() => ({ message: 'The registry answered ' + response.status + '.' }))
  if (response.ok) return answer
  throw new Error([answer.message, ...Object.values(answer.fields ?? {})].join('\\n'))
}

const send = async (place, body, method = 'POST') => {
  const headers = { 'content-type': 'application/json' }
  return answered(await reach(place, { method, headers, body: JSON.stringify(body) }))
}

/** Asks for a reason, and for what else the choices hold; they are read when the answer is yes. */
const ask = (title, go, choices = [], needsReason = false) => {
  byId('ask-title').textContent = title
  byId('ask-choices').replaceChildren(...choices)
  byId('ask-refused').textContent = ''
  byId('ask-reason').value = ''
  byId('ask-reason').required = needsReason
  const dialog = byId('ask')
  let isUnderWay = false
  dialog.querySelector('form').onsubmit = async (event) => {
    event.preventDefault()
    // Somebody may press twice what takes a while.
    if (isUnderWay) return
    isUnderWay = true
    try {
      await go(byId('ask-reason').value.trim() || undefined)
      dialog.close()
      await refresh()
    } catch (error) {
      byId('ask-refused').textContent = error.message
    }
    isUnderWay = false
  }
  dialog.showModal()
}
byId('ask-cancel').addEventListener('click', () => byId('ask').close())

/** What went wrong is said where the page says how things stand, until it is known again how they do. */
const orSay = (asking) =>
  asking.catch((error) => {
    shown = ''
    byId('standing').textContent = error.message
  })

/** The name says what it is about: there is one of each for every module. */
const button = (label, title, go) => pressed(label, title, () => ask(title, go))

const pressed = (label, title, onPress) => {
  const made = element('button', label)
  made.type = 'button'
  made.setAttribute('aria-label', label + ': ' + title)
  made.addEventListener('click', onPress)
  return made
}

const timeOf = (text) => new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const percent = (share) => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0) + '\u00a0%'

const cell = (text, className) => element('td', text, className)

/** How each version of a module does with people: those that stand, and those that tabs still run. */
const healthTable = (status, module, { stable, lkg, candidate, quarantined }) => {
  const known = status.health.filter((one) => one.module === module)
  const all = known.reduce((sum, { sessions }) => sum + sessions, 0)
  const roleOf = (version) => {
    if (version === candidate?.version) return 'on trial, ' + candidate.percent + ' %'
    if (version === stable) return 'everyone sees it'
    if (quarantined.includes(version)) return 'taken back'
    return version === lkg ? 'good before' : 'in open tabs'
  }
  const versions = [stable, candidate?.version, lkg, ...known.map(({ version }) => version)].filter(Boolean)
  const table = element('table', undefined, 'health')
  const caption = element('caption', 'The last five to ten minutes', 'muted')
  const head = element('tr')
  for (const [text, label] of [['Version'], ['Share'], ['Failed'], ['Faults', 'People whose calls the API answered with a fault'], ['Ready', 'Ready for three of four']]) {
    const th = element('th', text)
    th.scope = 'col'
    if (label) th.title = label
    head.append(th)
  }
  const rows = [...new Set(versions)].map((version) => {
    const row = element('tr')
    const name = element('th')
    name.scope = 'row'
    name.append(element('span', version, 'version'), element('span', roleOf(version), 'muted'))
    const one = known.find((found) => found.version === version)
    if (!one || one.sessions === 0) {
      row.append(name, cell('nobody'), cell('–'), cell('–'), cell('–'))
      return row
    }
    const failed = one.failedSessions / one.sessions
    row.append(
      name,
      cell(percent(one.sessions / all) + ' (' + one.sessions + ')'),
      cell(percent(failed) + (one.stalledSessions === 0 ? '' : ', ' + one.stalledSessions + ' saw nothing'), failed > 0.02 ? 'off' : undefined),
      cell(one.faultySessions === 0 ? '–' : String(one.faultySessions)),
      cell(one.loadP75 === null ? '–' : Math.round(one.loadP75) + ' ms'),
    )
    return row
  })
  const thead = element('thead')
  thead.append(head)
  const body = element('tbody')
  body.append(...rows)
  table.append(caption, thead, body)
  return table
}

const checksOf = (status, module, version) =>
  status.journal.find(({ change }) => change?.module === module && change.to === version && change.checks)?.change.checks ?? []

const moduleCard = (status, module, standing) => {
  const { stable, since, by, lkg, candidate, disabled, quarantined, blocked = [], flags = {} } = standing
  const card = element('article')
  card.id = 'module-' + module
  const facts = element('dl')
  const fact = (name, text, className) => facts.append(element('dt', name), element('dd', text, className))
  fact('Since', timeOf(since) + ', by ' + by)
  if (quarantined.length > 0) fact('Taken back', quarantined.join(', '), 'off')
  for (const { range, reason } of blocked) fact('Blocked', range + ', ' + reason, 'off')
  for (const [name, { percent }] of Object.entries(flags)) fact('Flag', name + (percent === 100 ? ', on' : ', for ' + percent + ' %'))
  for (const preview of status.previews.filter((one) => one.module === module)) {
    const branch = element('a', preview.name.replace('preview-', ''))
    branch.href = preview.link
    const shown = element('dd')
    shown.append(branch, ', at ' + preview.version + ' since ' + timeOf(preview.at))
    facts.append(element('dt', 'Preview'), shown)
  }
  if (disabled !== null) fact('Switched off', disabled, 'off')
  const hidden = status.notShown.find((one) => one.module === module)
  if (hidden) fact('Not shown', hidden.says, 'off')
  card.classList.toggle('troubled', disabled !== null || hidden !== undefined)

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
  actions.append(pressed('Another…', 'Show another version of ' + module, () => orSay(askForAnother(status, module, standing))))
  if (candidate || (lkg && lkg !== stable)) actions.append(button('Take back', 'Take ' + module + ' back', change('rollback', {})))
  if (disabled !== null) actions.append(button('Switch on', 'Switch ' + module + ' on', change('enable', {})))
  else if (module !== 'shell') {
    const off = 'Switch ' + module + ' off'
    actions.append(pressed('Switch off', off, () => ask(off, change('disable', {}), [], true)))
  }
  if (module !== 'shell') actions.append(pressed('Flag…', 'Turn a flag of ' + module, () => askForFlag(status, module, flags)))
  actions.append(pressed('Block…', 'Block versions of ' + module, () => askForBlock(status, module)))
  for (const { range } of blocked) {
    actions.append(button('Unblock ' + range, 'Answer ' + module + ' ' + range + ' again', change('unblock', { range })))
  }

  card.append(element('h2', module), healthTable(status, module, standing), facts)
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
  const versions = change?.flag ?? change?.range ?? [change?.from, change?.to].filter(Boolean).join(' → ')
  const share = change?.percent === undefined ? '' : ' for ' + (change.percent === 0 ? 'nobody' : change.percent + '\u00a0%')
  const what = change ? change.action + ' ' + (change.module ?? '') + ' ' + versions + share : ''
  const checks = change?.checks ?? []
  const refused = checks.filter(({ outcome }) => outcome === 'refuse')
  const said = checks.length === 0 ? '' : refused.length > 0 ? 'forced past ' + refused.map(({ id }) => id).join(', ') : checks.length + ' passed'
  for (const text of [rev, timeOf(at), what, change?.by ?? '', change?.reason ?? '', said]) {
    row.append(element('td', String(text)))
  }
  return row
}

const refresh = async () => {
  const status = await answered(await reach('status'))
  const text = JSON.stringify(status)
  if (text === shown) return
  shown = text
  byId('standing').textContent =
    'Revision ' + status.rev + (status.frozen === null ? '' : '. Frozen: ' + status.frozen + '. Only going back is possible.')
  const freeze = byId('freeze')
  freeze.hidden = false
  freeze.textContent = status.frozen === null ? 'Freeze' : 'Open again'
  freeze.onclick = () =>
    ask(status.frozen === null ? 'Freeze ' + status.env : 'Open ' + status.env + ' again', (reason) =>
      send('env/' + status.env + '/freeze', { reason: status.frozen === null ? (reason ?? 'an admin asked for it') : null }),
    )
  // What is drawn anew takes the focus away from whoever goes through it with the keyboard.
  const focused = document.activeElement?.getAttribute('aria-label')
  const card = document.activeElement?.closest('article')?.id
  const modules = Object.entries(status.modules).sort(([one], [other]) => (one < other ? -1 : 1))
  byId('modules').replaceChildren(...modules.map(([module, standing]) => moduleCard(status, module, standing)))
  byId('journal').tBodies[0].replaceChildren(...status.journal.map(journalRow))
  const again = [...document.querySelectorAll('.actions button')].find((one) => one.getAttribute('aria-label') === focused)
  // What was pressed may be gone, such as a switch that has become its opposite.
  const instead = card ? document.querySelector('#' + card + ' .actions button') : null
  if (focused) (again ?? instead)?.focus()
}

const keepFresh = async () => {
  // Somebody who is just reading the checks should not have them closed.
  if (document.visibilityState === 'visible' && !document.querySelector('details[open]')) await orSay(refresh())
  setTimeout(keepFresh, REFRESH_MS)
}
keepFresh()
`
