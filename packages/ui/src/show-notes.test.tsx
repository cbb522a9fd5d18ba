import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ShowNotes } from './show-notes.tsx'

const show = (html: string, onTime?: (seconds: number) => void) =>
  render(<ShowNotes notes="Plain" html={html} duration={600} onTime={onTime} />).container

describe('notes as HTML', () => {
  it('show paragraphs, lists, emphasis and links', () => {
    show('<p>A <strong>bold</strong> word</p><ul><li>one</li></ul><p><a href="https://example.org">here</a></p>')

    expect(screen.getByText('bold').localName).toBe('strong')
    expect(screen.getByRole('listitem').textContent).toBe('one')
    const link = screen.getByRole('link', { name: 'here' })
    expect(link.getAttribute('href')).toBe('https://example.org')
    expect(link.getAttribute('rel')).toBe('noreferrer nofollow ugc')
    expect(screen.queryByText('Plain')).toBeNull()
  })

  it('play from their times', async () => {
    const onTime = vi.fn()
    show('<p>At <b>1:30</b> we sing, at 20:00 we rest.</p>', onTime)

    await userEvent.click(screen.getByRole('button', { name: '1:30, play from 1 minute 30 seconds' }))
    expect(onTime).toHaveBeenCalledWith(90)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it.each([
    '<img src=x onerror="window.hurt = true">',
    '<script>window.hurt = true</script>',
    '<p onclick="window.hurt = true" style="color:red" class="x">a</p>',
    '<a href="javascript:window.hurt = true">a</a>',
    '<svg><script>window.hurt = true</script></svg>',
    '<iframe srcdoc="<script>parent.hurt = true</script>"></iframe>',
  ])('create no element or attribute for %s', (html) => {
    const container = show(html)

    expect(container.querySelector('img, script, svg, iframe, [onclick], [style], a')).toBeNull()
    expect(container.querySelector('p[class]')).toBeNull()
    expect(window).not.toHaveProperty('hurt')
  })

  it('are the plain text if there is no HTML', () => {
    render(<ShowNotes notes="Plain" html={null} duration={600} />)
    expect(screen.getByText('Plain').localName).toBe('p')
  })
})
