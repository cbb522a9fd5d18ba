import type { SlotId, SlotProps } from '@griot/shell-sdk/contract'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { ModuleLoader } from './loader-contract.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { useAssignment, useModules } from './modules-context.ts'
import { StallError } from './with-timeout.ts'

interface ModuleSlotProps<Slot extends SlotId> {
  slot: Slot
  props: SlotProps[Slot]
  /** Shown when what fills it is a while on its way. */
  waiting?: ReactNode
  /** Nobody can fill the slot now; the text says so to the person. */
  onUnavailable: (text: string) => void
}

/** A place of the shell that a module fills. It is loaded when the slot is first needed. */
export function ModuleSlot<Slot extends SlotId>({ slot, props, waiting, onUnavailable }: ModuleSlotProps<Slot>) {
  const modules = useModules()
  const assignment = useAssignment()
  const [name, assigned] =
    Object.entries(assignment.modules).find(([, { contributes }]) =>
      contributes.slots.some((contributed) => contributed.slot === slot),
    ) ?? []
  const contributed = assigned?.contributes.slots.find((entry) => entry.slot === slot)
  const loader = name === undefined ? null : modules.loader(name)
  const text = assigned?.contributes.fallback[contributed?.id ?? '']?.text ?? 'This is unavailable right now.'
  const giveUp = useEffectEvent(() => onUnavailable(text))

  useEffect(() => {
    if (!loader) giveUp()
  }, [loader])

  if (!loader || !contributed) return null
  return (
    <FilledSlot
      loader={loader}
      slot={slot}
      props={props}
      waiting={waiting}
      deadlineMs={contributed.deadlineMs}
      onUnavailable={() => onUnavailable(text)}
    />
  )
}

interface FilledSlotProps<Slot extends SlotId> {
  loader: ModuleLoader
  slot: Slot
  props: SlotProps[Slot]
  waiting: ReactNode
  deadlineMs: number
  onUnavailable: () => void
}

function FilledSlot<Slot extends SlotId>({
  loader,
  slot,
  props,
  waiting,
  deadlineMs,
  onUnavailable,
}: FilledSlotProps<Slot>) {
  const state = useStore(loader.state)
  const giveUp = useEffectEvent(onUnavailable)
  const isReady = state.status === 'ready'
  const isMissing = state.status === 'failed' || state.status === 'off' || (isReady && !state.instance.slots?.[slot])

  useEffect(() => loader.attach(), [loader])
  useEffect(() => {
    if (isMissing) giveUp()
    if (isReady || isMissing) return
    const timer = setTimeout(giveUp, deadlineMs)
    return () => clearTimeout(timer)
  }, [isMissing, isReady, deadlineMs])

  if (!isReady) return isMissing ? null : waiting
  const Filling = state.instance.slots?.[slot] as ComponentType<SlotProps[Slot]> | undefined
  if (!Filling) return null
  const { version } = state
  return (
    <ModuleBoundary
      key={version}
      onCrash={(error) => {
        const next = loader.crashed(version, error)
        if (next === 'panel') onUnavailable()
        return next
      }}
      panel={() => null}
    >
      <Suspense fallback={<Unfilled within={deadlineMs} />}>
        <ShellProvider value={state.api}>
          <Filling {...props} />
        </ShellProvider>
      </Suspense>
    </ModuleBoundary>
  )
}

/** What fills the slot has come and shows nothing: somebody waits for it, so it counts as a crash after a while. */
function Unfilled({ within }: { within: number }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), within)
    return () => clearTimeout(timer)
  }, [within])
  if (isOver) throw new StallError(`nothing was shown within ${within} ms`)
  return null
}
