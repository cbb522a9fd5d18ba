import type { CommandError } from '@griot/shell-sdk/contract'
import { useFlag, useShell } from '@griot/shell-sdk/react'
import { useState } from 'react'

/** Answers `probe.count`. */
export const count = async (input: unknown) => Number(input) + 1

/** What a module may ask of the shell, each behind a button. */
export function Asks() {
  const { ui, commands, storage } = useShell()
  const [said, setSaid] = useState('none yet')

  const handleAsk = async () => {
    const isYes = await ui.confirm({ title: 'Is it so?', text: 'One never knows.', confirm: 'It is' })
    setSaid(isYes ? 'yes' : 'left')
  }
  const run = (command: string) => async () => {
    try {
      setSaid(String(await commands.run(command, 20)))
    } catch (error) {
      setSaid((error as CommandError).code)
    }
  }
  const handleKeep = () => setSaid(storage.set('note', 'Ada was here') ? 'kept' : 'not kept')

  return (
    <>
      <button type="button" onClick={handleAsk}>
        confirm
      </button>
      <button type="button" onClick={run('probe.count')}>
        count
      </button>
      <button type="button" onClick={run('moon.paint')}>
        paint
      </button>
      <button type="button" onClick={handleKeep}>
        keep
      </button>
      <p>answer: {said}</p>
      <p>note: {String(storage.get('note'))}</p>
    </>
  )
}

/** Behind a switch of the team. */
export const NewLook = () => useFlag('new-look') && <p>the new look</p>
