import { GetPointsRules } from '@griot/contracts/points'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { useShell, useStore, useUnsavedWork } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, use, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Aside } from './aside.tsx'
import { loopForEver, useRenderLoop } from './broken-page.ts'
import { useCareless } from './careless.tsx'
import { build, isFaulty, raiseFault, throwIfFaulty } from './fault.ts'
import { NewLook, ShellCalls } from './shell-calls.tsx'

let apiOfSetup: ShellApiV1 | undefined

export const storeApi = (api: ShellApiV1) => {
  apiOfSetup = api
}

const TIP = {
  podcastId: '22222222-2222-4222-8222-222222222222',
  podcastTitle: 'The Probe',
  receiverId: '33333333-3333-4333-8333-333333333333',
  receiverName: 'Bisi',
  episodeId: null,
}

// React.lazy caches a rejected import.
const More = lazy(() => import('./more.tsx'))

const MEDIA = {
  episode: {
    id: '44444444-4444-4444-8444-444444444444',
    podcastId: TIP.podcastId,
    title: 'A long tone',
    audioUrl: '/api/media/55555555-5555-4555-8555-555555555555/stream',
    duration: 120,
  },
  podcast: { id: TIP.podcastId, title: 'The Probe', hostId: TIP.receiverId, hostName: 'Bisi', coverImage: '' },
}

const NEXT = {
  ...MEDIA,
  episode: { ...MEDIA.episode, id: '77777777-7777-4777-8777-777777777777', title: 'A longer tone' },
}

const never = new Promise(() => {})

const THROW_AFTER_MS = 10_000

const useThrowLater = () => {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    if (!isFaulty('render-in-time')) return
    const timer = setTimeout(() => setIsTime(true), THROW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isTime) throwIfFaulty('render-in-time')
}

export function ProbeScreen() {
  throwIfFaulty('render')
  loopForEver()
  return isFaulty('empty') ? null : <WorkingScreen />
}

function WorkingScreen() {
  if (isFaulty('shows-nothing')) use(never)
  const shell = useShell()
  const client = useQueryClient()
  const { id } = useParams()
  const [count, setCount] = useState(0)
  const [draft, setDraft] = useState('')
  const [asked, setAsked] = useState('')
  const [showsMore, setShowsMore] = useState(false)
  const [showsAside, setShowsAside] = useState(false)
  const queued = useStore(shell.player.queue.state)
  useCareless(shell)
  useUnsavedWork(draft !== '')
  useThrowLater()
  useRenderLoop('render-loop', 'render-slowly')
  if (count > 1 && isFaulty('render-later')) throw new Error(`probe ${build} fails on purpose (render-later)`)
  return (
    <div className="probe:p-4" data-testid="probe">
      <h1>Probe build {build}</h1>
      <p>id {id}</p>
      <p>
        {client === shell.query.client && shell === apiOfSetup ? 'everything is shared' : 'something is duplicated'}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
      <button type="button" onClick={() => shell.events.emit('tip.open', TIP)}>
        tip
      </button>
      <button type="button" onClick={() => void shell.player.load(MEDIA)}>
        play
      </button>
      <button
        type="button"
        onClick={() =>
          call(GetPointsRules, {}).then(
            () => setAsked('answered'),
            ({ status }) => setAsked(`refused with ${status}`),
          )
        }
      >
        ask
      </button>
      <p>{asked}</p>
      <button type="button" onClick={() => shell.player.queue.add(NEXT)}>
        queue
      </button>
      <p>{queued.length} queued</p>
      <button type="button" onClick={raiseFault}>
        misbehave
      </button>
      <button type="button" onClick={() => setShowsMore(true)}>
        more
      </button>
      <Suspense>{showsMore && <More />}</Suspense>
      <button type="button" onClick={() => setShowsAside(true)}>
        aside
      </button>
      {showsAside && <Aside />}
      <label>
        draft
        <input value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <ShellCalls />
      <NewLook />
      <Link to="/other-probe">other</Link>
    </div>
  )
}

export function OtherScreen() {
  return (
    <>
      <h1>Other probe, build {build}</h1>
      <NewLook />
      <Link to="/probe/7">probe</Link>
    </>
  )
}
