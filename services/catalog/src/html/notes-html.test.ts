import { describe, expect, it } from 'vitest'
import { readHtml } from './notes-html.ts'

const read = (html: string) => readHtml(html, 'notesHtml')

describe('the HTML of notes', () => {
  it('keeps paragraphs, lists, emphasis, quotes, headings and links', () => {
    const html =
      '<h3>Today</h3><p>A <strong>bold</strong> <em>word</em>,<br />a <b>b</b> and an <i>i</i>.</p>' +
      '<ul><li>one</li></ul><ol><li>two</li></ol><blockquote>said</blockquote>'
    expect(read(html).html).toBe(html)
  })

  it('marks links as not ours, whatever they state', () => {
    expect(read('<a href="https://example.org/a?b=1&amp;c=2" rel="opener" target="_blank" id="x">here</a>').html).toBe(
      '<a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener">here</a>',
    )
    expect(read('<a href="mailto:ama@example.org">mail</a>').html).toContain('href="mailto:ama@example.org"')
  })

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a style', '<p style="color:red" class="x" id="y">a</p><style>p{}</style>', '<p>a</p>'],
    ['an image', '<p>a<img src="https://example.org/x.png" onerror="alert(1)"></p>', '<p>a</p>'],
    ['a comment', '<p>a<!-- secret --></p>', '<p>a</p>'],
    ['an unclosed element', '<p>a<b>b', '<p>a<b>b</b></p>'],
    ['a control character', '<p>a\u0000\u0008\u001bb</p>', '<p>ab</p>'],
    ['a reference to a control character', '<p>a&#8;&#x1b;b</p>', '<p>ab</p>'],
    ['half a character', '<p>a\ud800b\uffff</p>', '<p>ab</p>'],
  ])('removes %s', (_, html, safe) => {
    expect(read(html).html).toBe(safe)
  })

  it.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', '//example.org', 'vbscript:x'])(
    'removes the address %s',
    (href) => {
      expect(read(`<a href="${href}">a</a>`).html).not.toContain('href')
    },
  )

  it('keeps text that looks like markup as text', () => {
    const { html, text } = read('<p>&lt;script&gt; ]]&gt; "quoted" 🥁</p>')
    expect(html).toBe('<p>&lt;script&gt; ]]&gt; "quoted" 🥁</p>')
    expect(text).toBe('<script> ]]> "quoted" 🥁')
  })

  it('has the text of its paragraphs and lists', () => {
    expect(
      read(
        '<p>First<br>line</p><p>See <a href="https://example.org">this</a>.</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
      ).text,
    ).toBe('First\nline\n\nSee this.\n\n• one\n• two')
  })

  it('has a text of at most 5000 characters, cut at a word', () => {
    const { text, html } = read(`<p>${'drum '.repeat(19_000)}</p>`)
    expect(html.length).toBeGreaterThan(90_000)
    expect(text.length).toBeLessThanOrEqual(5000)
    expect(text.endsWith('drum')).toBe(true)
    expect(read(`<p>${'🥁'.repeat(4000)}</p>`).text).toMatch(/^🥁+$/u)
  })

  it.each(['', '<p></p>', '<p> &nbsp;</p>', '<script>alert(1)</script>'])('is refused without text: %j', (html) => {
    expect(() => read(html)).toThrow(
      expect.objectContaining({ status: 400, fields: { notesHtml: expect.any(String) } }),
    )
  })

  it('is refused if escaping makes it too long', () => {
    expect(() => read(`<p>${'&'.repeat(90_000)}</p>`)).toThrow(expect.objectContaining({ status: 400 }))
  })
})
