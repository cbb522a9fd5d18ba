import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { POINTS, RULES, sampleId } from '../testing/samples.ts'
import { TipDialog } from './tip-dialog.tsx'

const TARGET = {
  podcastId: sampleId(20),
  podcastTitle: 'The Long Table',
  receiverId: sampleId(2),
  receiverName: 'Bisi Cole',
  episodeId: sampleId(30),
}
const RULES_ROW = { 'GET /api/points/rules': RULES }
const handleClose = vi.fn()

const open = (tip: Partial<typeof TARGET> = {}, user: typeof ADA | null = ADA) =>
  renderScreen(<TipDialog open onClose={handleClose} tip={{ ...TARGET, ...tip }} />, { user })

afterEach(() => {
  vi.unstubAllGlobals()
  handleClose.mockReset()
})

describe('the tip dialog', () => {
  it('starts at $10; a preset clears the custom amount and the reverse', async () => {
    stubApi(RULES_ROW)
    open()
    expect(screen.getByRole('dialog', { name: 'Tip Bisi Cole' })).toBeVisible()
    expect(screen.getByRole('button', { name: '$10' })).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText(/\$10 earns you 20 points/)).toBeVisible()

    const custom = screen.getByLabelText('Custom amount in dollars')
    await userEvent.type(custom, '7.25')
    expect(screen.queryByRole('button', { pressed: true })).toBeNull()
    expect(screen.getByRole('button', { name: 'Send $7.25 Tip' })).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: '$25' }))
    expect(custom).toHaveValue(null)
    expect(screen.getByRole('button', { name: 'Send $25 Tip' })).toBeVisible()
  })

  it('sends exact cents, shows the earned points and closes', async () => {
    const api = stubApi({ ...RULES_ROW, 'POST /api/tip': Response.json({ pointsEarned: 16 }, { status: 201 }) })
    const { shell } = open()
    await userEvent.type(screen.getByLabelText('Custom amount in dollars'), '8.41')
    await userEvent.click(screen.getByRole('button', { name: 'Send $8.41 Tip' }))

    await waitFor(() => expect(handleClose).toHaveBeenCalled())
    expect(api.callsOf('POST')[0]?.body).toEqual({
      senderId: ADA.id,
      receiverId: TARGET.receiverId,
      podcastId: TARGET.podcastId,
      episodeId: TARGET.episodeId,
      amount: 841,
    })
    expect(shell.toasts).toEqual([{ title: 'Tip sent successfully!', description: 'You earned 16 points.' }])
    expect(shell.emitted).toEqual([{ name: 'points.changed', payload: { points: 16 } }])
  })

  it('retries with the same idempotency key, and uses a new one for another amount', async () => {
    const api = stubApi({ ...RULES_ROW, 'POST /api/tip': () => failure(503, 'Not now.') })
    const { shell } = open()
    const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    await send()
    await waitFor(() => expect(shell.toasts).toHaveLength(1))
    await send()
    await waitFor(() => expect(shell.toasts).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: '$5' }))
    await send()
    await waitFor(() => expect(shell.toasts).toHaveLength(3))

    const [first, second, third] = api.callsOf('POST').map(({ headers }) => headers['idempotency-key'])
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(shell.toasts[0]).toEqual({
      title: 'Tip failed',
      description: 'There was a problem sending your tip.',
      tone: 'destructive',
    })
    expect(handleClose).not.toHaveBeenCalled()
  })

  it('keeps the idempotency key after the dialog was closed without a response', async () => {
    const api = stubApi({ ...RULES_ROW, 'POST /api/tip': () => failure(503, 'Not now.') })
    for (let round = 0; round < 2; round += 1) {
      const { shell, unmount } = open({ podcastId: sampleId(21) })
      await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
      await waitFor(() => expect(shell.toasts).toHaveLength(1))
      unmount()
    }
    const [first, second] = api.callsOf('POST').map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
  })

  it.each(['0', '0.99', '501'])('refuses %s dollars', async (typed) => {
    const api = stubApi(RULES_ROW)
    const { shell } = open()
    await userEvent.type(screen.getByLabelText('Custom amount in dollars'), typed)
    await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    expect(shell.toasts).toMatchObject([{ title: 'Invalid amount', description: 'Please enter a valid tip amount' }])
    expect(screen.getByLabelText('Custom amount in dollars')).toHaveFocus()
    expect(api.callsOf('POST')).toEqual([])
  })

  it('shows the error next to the amount', async () => {
    stubApi(RULES_ROW)
    open()
    const custom = screen.getByLabelText('Custom amount in dollars')
    for (const [typed, sentence] of [
      ['0.5', 'The smallest tip is $1.'],
      ['501', 'The largest tip is $500.'],
      ['1e3', 'Please enter an amount such as 12.50.'],
    ] as const) {
      await userEvent.clear(custom)
      await userEvent.type(custom, typed)
      expect(custom).toHaveAccessibleDescription(sentence)
      expect(screen.getByRole('button', { name: 'Send Tip' })).toBeVisible()
    }
  })

  it('shows "Processing..." and ignores a second click', async () => {
    const api = stubApi({ ...RULES_ROW, 'POST /api/tip': () => new Promise(() => undefined) })
    open()
    await userEvent.dblClick(screen.getByRole('button', { name: /^Send/ }))
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled()
    expect(api.callsOf('POST')).toHaveLength(1)
  })

  it('sends one tip for two submits at once', async () => {
    const api = stubApi({ ...RULES_ROW, 'POST /api/tip': () => new Promise(() => undefined) })
    open()
    const form = screen.getByRole('button', { name: /^Send/ }).closest('form')
    if (!form) throw new Error('There is no form')
    act(() => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await screen.findByRole('button', { name: 'Processing...' })
    expect(api.callsOf('POST')).toHaveLength(1)
  })

  it('labels a pledge as such and shows the daily limit', async () => {
    stubApi(RULES_ROW)
    open()
    expect(await screen.findByText(/Pledges earn at most 100 points a day/)).toHaveTextContent(
      'This is a pledge: nothing is charged now. We record what you want to give to Bisi Cole.',
    )
  })

  it('subtracts the points that pledges earned today', async () => {
    stubApi({ ...RULES_ROW, 'GET /api/user/me/points': { ...POINTS, pledgedToday: 92 } })
    open()
    expect(await screen.findByText('$10 earns you 8 points.')).toBeVisible()
    expect(screen.getByText(/at most 100 points a day, and today they have earned 92\./)).toBeVisible()
  })

  it('refuses a podcast without a host, with the reason', () => {
    stubApi(RULES_ROW)
    open({ receiverId: '' })
    expect(screen.getByText('This podcast cannot receive tips.')).toBeVisible()
    const send = screen.getByRole('button', { name: /^Send/ })
    expect(send).toBeDisabled()
    expect(send).toHaveAccessibleDescription('This podcast cannot receive tips.')
  })

  it('shows no points to users who hide them', async () => {
    stubApi({
      ...RULES_ROW,
      'GET /api/user/me/points': { ...POINTS, hidePoints: true },
      'POST /api/tip': Response.json({ pointsEarned: 20 }, { status: 201 }),
    })
    const { shell } = open()
    await waitFor(() => expect(screen.queryByText(/points/)).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Tip sent successfully!' }]))
  })

  it('refuses tips to oneself, and asks signed-out users to log in', async () => {
    stubApi(RULES_ROW)
    const own = open({ receiverId: ADA.id })
    expect(screen.getByText('You cannot tip your own podcast.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled()
    own.unmount()

    const { shell } = open({}, null)
    await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    expect(shell.toasts).toMatchObject([{ title: 'Login Required', description: 'Please log in to tip creators' }])
    shell.toasts[0]?.action?.onSelect()
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(shell.signInsAsked()).toBe(2)
  })

  it('asks to log in if the session has expired, and promises no points then', async () => {
    stubApi({ ...RULES_ROW, 'POST /api/tip': failure(401, 'Please sign in.') })
    const { shell } = open()
    expect(await screen.findByText(/earns you/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Login Required', action: { label: 'Sign In' } }]))
    act(() => shell.session.set(null))
    expect(screen.getByText('Please log in to tip creators.')).toBeVisible()
    expect(screen.queryByText(/points/)).toBeNull()
  })
})
