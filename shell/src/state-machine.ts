import { createStore, type Store } from '@griot/shell-sdk/store'

/** The result of an event. */
export interface Step<State, Effect> {
  state: State
  effects: Effect[]
}

type EventOf<Event, Type> = Event extends { type: infer Types } ? (Type extends Types ? Event : never) : never

/** For each type of event a function that changes a draft of the next state and adds effects. */
export type Transitions<State, Event extends { type: string }, Effect, Context> = {
  [Type in Event['type']]: (draft: Step<State, Effect>, event: EventOf<Event, Type>, context: Context) => void
}

/** The next state and its effects. Changes neither the state nor anything else. */
export const applyTransition = <State extends object, Event extends { type: string }, Effect, Context>(
  transitions: Transitions<State, Event, Effect, Context>,
  state: State,
  event: Event,
  context: Context,
): Step<State, Effect> => {
  const draft: Step<State, Effect> = { state: { ...state }, effects: [] }
  const apply = transitions[event.type as Event['type']] as (
    draft: Step<State, Effect>,
    event: Event,
    context: Context,
  ) => void
  apply(draft, event, context)
  return draft
}

/** Runs the pure function `next`: publishes each new state, then performs its effects in their order. */
export const createMachine = <State, Event, Effect>(
  initial: State,
  next: (state: State, event: Event) => Step<State, Effect>,
  perform: (effect: Effect) => void,
) => {
  const store = createStore(initial)
  const dispatch = (event: Event) => {
    const { state, effects } = next(store.get(), event)
    store.set(state)
    for (const effect of effects) perform(effect)
  }
  return { store, dispatch }
}

/** One part of a store. `select` must return the same reference until that part changes. */
export const selectStore = <State, Part>(store: Store<State>, select: (state: State) => Part): Store<Part> => ({
  get: () => select(store.get()),
  subscribe: store.subscribe,
})
