import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeImage, parseDockerfile } from './parse-dockerfile.ts'

const ours = parseDockerfile(readFileSync(new URL('Dockerfile', import.meta.url), 'utf8'))

describe('the image', () => {
  it('begins with one version of Node on Debian in every stage', () => {
    const outside = ours.map(({ from }) => from).filter((from) => !ours.some(({ name }) => name === from))
    expect([...new Set(outside)]).toEqual([expect.stringMatching(/^node:20\.\d+\.\d+-bookworm-slim$/)])
  })

  it('runs as nobody in particular, in production, and says how it is', () => {
    const image = describeImage(ours)
    expect(image).toMatchObject({ user: '1000:1000', workdir: '/griot', entrypoint: ['tini', '--', 'node'] })
    expect(image.env).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' })
    expect(image.healthCheck).toEqual(['node', 'infra/image/is-healthy.mjs'])
  })

  it('takes no secret with it', () => {
    const text = JSON.stringify(ours)
    expect(text).not.toMatch(/SECRET|PASSWORD|PRIVATE_KEY|TOKEN/)
  })
})

describe('an image file', () => {
  it('goes on over comments and continued lines', () => {
    const lines = [
      'ARG V=1',
      'FROM a:$' + '{V} AS one',
      'RUN x \\',
      '# why',
      '  && y',
      'COPY --from=two --chown=1:1 /a /b',
    ]
    const [stage] = parseDockerfile(lines.join('\n'))
    expect(stage).toMatchObject({ name: 'one', from: 'a:1' })
    expect(stage?.instructions.map(({ rest }) => rest.replace(/\s+/g, ' '))).toEqual(['x && y', '/a /b'])
    expect(stage?.instructions[1]?.options).toEqual({ from: 'two', chown: '1:1' })
  })

  it('with a word that is not known is refused', () => {
    expect(() => parseDockerfile('FROM a\nSHELL ["sh"]')).toThrow('not known')
  })
})
