import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPerson, runCommand } from './judge.ts'

const LINK = 'https://griot.example/mfe/v1/override?with=a&b'

describe('a command that judges', () => {
  it('says good, bad, or that it cannot tell, by how it ends', async () => {
    expect(await runCommand('exit 0')(LINK)).toBe('good')
    expect(await runCommand('exit 1')(LINK)).toBe('bad')
    expect(await runCommand('exit 124')(LINK)).toBe('bad')
    expect(await runCommand('exit 125')(LINK)).toBe('skip')
  })

  it('finds the link in its environment', async () => {
    expect(await runCommand(`test "$MFE_URL" = '${LINK}'`)(LINK)).toBe('good')
  })

  it('ends the search when it says nothing of the version: it is not there, or was killed', async () => {
    await expect(runCommand('no-such-command-anywhere 2>&-')(LINK)).rejects.toThrow('ended with 127')
    await expect(runCommand('kill -9 $$')(LINK)).rejects.toThrow('ended with SIGKILL')
  })
})

describe('a person who judges', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true })

  it('is asked until the answer is one', async () => {
    const [from, to] = [terminal(), new PassThrough()]
    const verdict = askPerson(from, to)(LINK)
    // Each question is answered when it stands there.
    const answers = ['what?', 'Bad']
    to.on('data', (text) => {
      if (String(text).includes('good, bad or skip?')) from.write(`${answers.shift()}\n`)
    })

    expect(await verdict).toBe('bad')
    expect(answers).toEqual([])
  })

  it('may leave', async () => {
    const from = terminal()
    const verdict = askPerson(from, new PassThrough())(LINK)
    from.end()

    await expect(verdict).rejects.toThrow('It was not finished')
  })

  it('has to be there', () => {
    expect(() => askPerson(new PassThrough())).toThrow('There is nobody here to ask')
  })
})
