/** The questions of `/mfe/` that ask for more than a reason; they stand on what page-script.ts brings. */
export const CHOICES_SCRIPT = `
const choice = (label, options) => {
  const select = element('select')
  for (const [value, text] of options) {
    const option = element('option', text)
    option.value = value
    select.append(option)
  }
  select.id = 'ask-' + label.toLowerCase()
  const name = element('label', label)
  name.htmlFor = select.id
  const made = element('div')
  made.append(name, select)
  return [made, select]
}

const field = (label, more) => {
  const input = Object.assign(element('input'), { required: true, autocomplete: 'off', ...more })
  const made = element('label', label + ' ')
  made.append(input)
  return [made, input]
}

const SHARES = [['100', 'everyone'], ['5', '5 %'], ['25', '25 %'], ['50', '50 %']]

/** Any version that was deployed, for everyone or at first for some. */
const askForAnother = async (status, module, { stable }) => {
  const { versions } = await answered(await reach('modules/' + module + '/versions'))
  const others = versions.filter(({ version }) => version !== stable)
  const nameOf = ({ version, deployed }) =>
    version + (deployed === null ? ', came with the product' : ', ' + timeOf(deployed.at) + ' by ' + deployed.by)
  const [versionLabel, version] = choice('Version', others.map((one) => [one.version, nameOf(one)]))
  const [shareLabel, share] = choice('For', SHARES)
  const go = (reason) => {
    if (version.value === '') throw new Error('No other version of ' + module + ' was deployed.')
    const percent = Number(share.value)
    const [action, more] = percent === 100 ? ['promote', {}] : ['canary', { percent }]
    return send('env/' + status.env + '/modules/' + module + '/' + action, { version: version.value, ...more, reason })
  }
  ask('Show another version of ' + module, go, [versionLabel, shareLabel])
}

/** A switch in the module's code: on for everyone, for some, or for nobody. */
const askForFlag = (status, module, flags) => {
  const known = Object.keys(flags)
  const [label, name] = field('Flag', {
    pattern: '[a-z][a-z0-9\\\\-]{0,39}',
    title: 'Small letters, digits and dashes',
    value: known.length === 1 ? known[0] : '',
  })
  const list = element('datalist')
  list.id = 'ask-flags'
  for (const flag of known) list.append(Object.assign(element('option'), { value: flag }))
  name.setAttribute('list', list.id)
  const [shareLabel, share] = choice('For', [...SHARES, ['0', 'nobody']])
  const go = (reason) =>
    send('env/' + status.env + '/modules/' + module + '/flag', { flag: name.value, percent: Number(share.value), reason })
  ask('Turn a flag of ' + module, go, [label, list, shareLabel])
}

/** Versions that do harm: nothing that they ask is answered. */
const askForBlock = (status, module) => {
  const [label, range] = field('Versions', { placeholder: '<0.2.0', title: 'One version, or a range of numbers such as <0.2.0' })
  const note = element('p', 'Nothing that they ask is answered any more; open pages go on with what stands.', 'note')
  const go = (reason) =>
    send('env/' + status.env + '/modules/' + module + '/block', { range: range.value.trim(), reason })
  ask('Block versions of ' + module, go, [label, note])
}
`
