import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { promptForVerdict, runForVerdict } from './get-verdict.ts'

const LINK = 'https://griot.example/mfe/v1/override?with=a&b'

describe('runForVerdict', () => {
  it('returns the verdict for the exit code', async () => {
    expect(await runForVerdict('exit 0')(LINK)).toBe('good')
    expect(await runForVerdict('exit 1')(LINK)).toBe('bad')
    expect(await runForVerdict('exit 124')(LINK)).toBe('bad')
    expect(await runForVerdict('exit 125')(LINK)).toBe('skip')
  })

  it('passes the link in MFE_URL', async () => {
    expect(await runForVerdict(`test "$MFE_URL" = '${LINK}'`)(LINK)).toBe('good')
  })

  it('fails if the command is missing or killed', async () => {
    await expect(runForVerdict('no-such-command-anywhere 2>&-')(LINK)).rejects.toThrow('ended with 127')
    await expect(runForVerdict('kill -9 $$')(LINK)).rejects.toThrow('ended with SIGKILL')
  })
})

describe('promptForVerdict', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true })

  it('asks until the answer is valid', async () => {
    const [from, to] = [terminal(), new PassThrough()]
    const verdict = promptForVerdict(from, to)(LINK)
    // Answer each prompt when it appears.
    const answers = ['what?', 'Bad']
    to.on('data', (text) => {
      if (String(text).includes('good, bad or skip?')) from.write(`${answers.shift()}\n`)
    })

    expect(await verdict).toBe('bad')
    expect(answers).toEqual([])
  })

  it('fails if the terminal closes', async () => {
    const from = terminal()
    const verdict = promptForVerdict(from, new PassThrough())(LINK)
    from.end()

    await expect(verdict).rejects.toThrow('was cancelled')
  })

  it('needs a terminal', () => {
    expect(() => promptForVerdict(new PassThrough())).toThrow('There is no terminal')
  })
})
