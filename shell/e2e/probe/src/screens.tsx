import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { build, throwIfFaulty } from './fault.ts'

let apiOfSetup: ShellApiV1 | undefined

export const rememberApi = (api: ShellApiV1) => {
  apiOfSetup = api
}

const TIP = {
  podcastId: '22222222-2222-4222-8222-222222222222',
  podcastTitle: 'The Probe',
  receiverId: '33333333-3333-4333-8333-333333333333',
  receiverName: 'Bisi',
  episodeId: null,
}

export function ProbeScreen() {
  throwIfFaulty('render')
  const shell = useShell()
  const client = useQueryClient()
  const { id } = useParams()
  const [count, setCount] = useState(0)
  return (
    <div className="probe:p-4" data-testid="probe">
      <h1>Probe build {build}</h1>
      <p>id {id}</p>
      <p>{client === shell.query.client && shell === apiOfSetup ? 'everything is shared' : 'something is doubled'}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
      <button type="button" onClick={() => shell.events.emit('tip.open', TIP)}>
        tip
      </button>
      <Link to="/other-probe">other</Link>
    </div>
  )
}

export function OtherScreen() {
  return <h1>Other probe, build {build}</h1>
}
