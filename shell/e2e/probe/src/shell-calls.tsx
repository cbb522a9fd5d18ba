import type { CommandError } from '@griot/shell-sdk/contract'
import { useFlag, useShell } from '@griot/shell-sdk/react'
import { useState } from 'react'
import { sharedExports } from './shared-exports.ts'

/** The command `probe.count`. */
export const count = async (input: unknown) => Number(input) + 1

/** A button for each call of the shell API. */
export function ShellCalls() {
  const { ui, commands, storage } = useShell()
  const [answer, setAnswer] = useState('none yet')

  const handleAsk = async () => {
    const isConfirmed = await ui.confirm({ title: 'Are you sure?', text: 'Please check.', confirm: 'Confirm' })
    setAnswer(isConfirmed ? 'yes' : 'no')
  }
  const run = (command: string) => async () => {
    try {
      setAnswer(String(await commands.run(command, 20)))
    } catch (error) {
      setAnswer((error as CommandError).code)
    }
  }
  const handleStore = () => setAnswer(storage.set('note', 'Ada was here') ? 'stored' : 'not stored')

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
      <button type="button" onClick={handleStore}>
        store
      </button>
      <button type="button" onClick={() => setAnswer(sharedExports())}>
        exports
      </button>
      <p>answer: {answer}</p>
      <p>note: {String(storage.get('note'))}</p>
    </>
  )
}

/** Shown with the flag `new-look`. */
export const NewLook = () => useFlag('new-look') && <p>the new look</p>
