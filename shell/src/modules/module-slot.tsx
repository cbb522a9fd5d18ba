import type { SlotId, SlotProps } from '@griot/shell-sdk/contract'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import type { ModuleLoader } from './loader-contract.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { useAssignment, useModules } from './modules-context.ts'

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
      <Suspense fallback={null}>
        <ShellProvider value={state.api}>
          <Filling {...props} />
        </ShellProvider>
      </Suspense>
    </ModuleBoundary>
  )
}
