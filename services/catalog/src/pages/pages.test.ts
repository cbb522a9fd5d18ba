import { DeleteEpisode } from '@griot/contracts/catalog/episodes'
import { DeletePodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_ORIGIN, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { EPISODES_PER_PAGE } from './pages.queries.ts'

const HOSTILE = `"quotes" & 'quotes' </script></title><img src=x onerror=alert(1)> ]]> \u202eright to left\u202c ${'👩🏾‍🎤'.repeat(20)}`

let catalog: TestCatalog
const host = person()

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const fetchPage = (path: string, headers: Record<string, string> = {}) => catalog.as(null).fetch(path, { headers })

const open = async (path: string) => {
  const response = await fetchPage(path)
  const html = await response.text()
  const $ = load(html)
  const meta = (name: string) => $(`meta[name="${name}"], meta[property="${name}"]`).attr('content')
  return { response, html, $, meta }
}

const withMp3 = async (episodeId: string) => {
  await catalog.db.run(sql`update episode set mp3_bytes = 60000 where id = ${episodeId}`)
  catalog.cache.clear()
}

const publishedEpisode = async (title = 'The first susu') => {
  const podcast = await catalog.podcast(host)
  const episode = await catalog.playableEpisode(host, podcast.id, { title })
  await withMp3(episode.id)
  return { podcast, episode }
}

describe('GET /listen/{podcastId}', () => {
  it('names a picture for previews that exists, also after the title of a drawn cover changes', async () => {
    const { podcast } = await publishedEpisode()
    const pictureOf = async () => {
      const { meta } = await open(`/listen/${podcast.id}`)
      return String(meta('og:image')).replace(PUBLIC_ORIGIN, '')
    }
    const first = await pictureOf()
    await catalog.as(host).call(UpdatePodcast, { params: { id: podcast.id }, body: { title: 'Another title' } })
    const second = await pictureOf()

    expect(second).not.toBe(first)
    const picture = await fetchPage(second)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    await picture.arrayBuffer()
  })

  it('shows the show with its episodes, and describes it to programs', async () => {
    const { podcast, episode } = await publishedEpisode()
    const { response, html, $, meta } = await open(`/listen/${podcast.id}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(html.length).toBeLessThan(30_000)
    expect($('h1').text()).toBe(podcast.title)
    const link = $(`a[href="/listen/${podcast.id}/${episode.id}"]`)
    expect(link.text()).toBe(episode.title)
    expect(meta('og:title')).toBe(podcast.title)
    expect(meta('og:url')).toBe(`${PUBLIC_ORIGIN}/listen/${podcast.id}`)
    expect(meta('twitter:player')).toBe(`${PUBLIC_ORIGIN}/embed/podcast/${podcast.id}`)
    expect($('link[rel="canonical"]').attr('href')).toBe(meta('og:url'))
    const feed = $('link[type="application/rss+xml"]')
    expect(feed.attr('href')).toBe(`${PUBLIC_ORIGIN}/feeds/${podcast.id}.xml`)
    const data = JSON.parse($('script[type="application/ld+json"]').text())
    expect(data).toMatchObject({ '@type': 'PodcastSeries', webFeed: feed.attr('href') })
  })

  it('forbids scripts, frames and everything from other origins', async () => {
    const { podcast } = await publishedEpisode()
    const policy = (await open(`/listen/${podcast.id}`)).response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('divides the episodes into pages with an end', async () => {
    const podcast = await catalog.podcast(host)
    for (let number = 1; number <= EPISODES_PER_PAGE + 1; number++) {
      await catalog.playableEpisode(host, podcast.id, { title: `Episode ${number}`, episodeNumber: number })
    }
    const first = await open(`/listen/${podcast.id}`)
    expect(first.$('.list > li')).toHaveLength(EPISODES_PER_PAGE)
    expect(first.html.length).toBeLessThan(30_000)
    const next = first.$('a[rel="next"]').attr('href')
    const last = await open(next ?? '')
    expect(last.$('.list').text()).toContain('Episode 1')
    expect(last.$('.list > li')).toHaveLength(1)
    expect(last.$('a[rel="next"]')).toHaveLength(0)
    expect((await fetchPage(`/listen/${podcast.id}?page=3`)).status).toBe(404)
    expect((await fetchPage(`/listen/${podcast.id}?page=no`)).status).toBe(404)
  })

  it('responds 304 to a known version, compressed and not', async () => {
    const { podcast } = await publishedEpisode()
    for (const encoding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const etag = (await fetchPage(`/listen/${podcast.id}`, headers)).headers.get('etag') ?? ''
      const again = await fetchPage(`/listen/${podcast.id}`, { ...headers, 'if-none-match': etag })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
  })

  it('responds 404 without a published episode, and to an address that is no id', async () => {
    const podcast = await catalog.podcast(host)
    await catalog.draft(host, podcast.id)
    for (const path of [`/listen/${podcast.id}`, '/listen/nothing', `/embed/podcast/${podcast.id}`]) {
      const { response, $ } = await open(path)
      expect(response.status).toBe(404)
      expect($('h1')).toHaveLength(1)
      expect($('meta[name="robots"]').attr('content')).toBe('noindex')
    }
  })
})

describe('GET /listen/{podcastId}/{episodeId}', () => {
  it('plays from the position in the address, without a script', async () => {
    const { podcast, episode } = await publishedEpisode()
    const { $, meta } = await open(`/listen/${podcast.id}/${episode.id}?t=1:30`)
    const audio = $('audio')
    expect(audio.attr('src')).toBe(`/audio/${episode.id}.mp3#t=90`)
    expect(audio.attr('preload')).toBe('none')
    expect(meta('og:url')).toBe(`${PUBLIC_ORIGIN}/listen/${podcast.id}/${episode.id}`)
    expect(meta('og:audio')).toBe(`${PUBLIC_ORIGIN}/audio/${episode.id}.mp3`)
    expect(meta('twitter:card')).toBe('player')
    const data = JSON.parse($('script[type="application/ld+json"]').text())
    expect(data).toMatchObject({
      '@type': 'PodcastEpisode',
      duration: 'PT10M',
      associatedMedia: { contentUrl: meta('og:audio') },
    })
  })

  it('shows an episode without its MP3, and no player', async () => {
    const podcast = await catalog.podcast(host)
    const episode = await catalog.playableEpisode(host, podcast.id)
    const { response, $, meta } = await open(`/listen/${podcast.id}/${episode.id}`)
    expect(response.status).toBe(200)
    expect($('audio')).toHaveLength(0)
    expect(meta('og:audio')).toBeUndefined()
  })

  it('links chapters and times of plain notes to positions', async () => {
    const { podcast, episode } = await publishedEpisode()
    await catalog.db.run(sql`
      update episode set description = 'The song at 2:05', chapters = '[{"start": 65, "title": "The river"}]'
      where id = ${episode.id}
    `)
    catalog.cache.clear()
    const { $ } = await open(`/listen/${podcast.id}/${episode.id}`)
    expect($('.chapters a[href="?t=65"]').text()).toBe('1:05The river')
    expect($('.notes a[href="?t=125"]').text()).toBe('2:05')
  })

  it('shortens long notes and long lists of chapters', async () => {
    const { podcast, episode } = await publishedEpisode()
    const notes = `<p>${'A sentence of the notes. '.repeat(20)}</p>`.repeat(190)
    const chapters = Array.from({ length: 300 }, (_, at) => ({ start: at, title: `Chapter ${at} with a long title` }))
    await catalog.db.run(sql`
      update episode set notes_html = ${notes}, chapters = ${JSON.stringify(chapters)}::jsonb where id = ${episode.id}
    `)
    catalog.cache.clear()
    const { html, $ } = await open(`/listen/${podcast.id}/${episode.id}`)

    expect(html.length).toBeLessThan(30_000)
    expect($('.chapters > li')).toHaveLength(50)
    expect($('article').text()).toContain('The app shows all 300 chapters.')
    expect($('article').text()).toContain('This text is shortened. The app shows all of it.')
  })

  it('keeps hostile titles and notes as text', async () => {
    const podcast = await catalog.podcast(host, { title: HOSTILE })
    const episode = await catalog.playableEpisode(host, podcast.id, { title: HOSTILE, description: HOSTILE })
    await withMp3(episode.id)
    for (const path of [
      `/listen/${podcast.id}`,
      `/listen/${podcast.id}/${episode.id}`,
      `/embed/${episode.id}`,
      `/embed/podcast/${podcast.id}`,
    ]) {
      const { $, html } = await open(path)
      expect($('h1').text()).toBe(HOSTILE)
      expect($('img[onerror]')).toHaveLength(0)
      expect(html).not.toMatch(/<\/script><\/title>/)
      const data = $('script[type="application/ld+json"]').text()
      if (data) expect(JSON.parse(data).name).toBe(HOSTILE)
    }
  })

  it('responds 404 to a draft, to a hidden episode and below another show', async () => {
    const { podcast, episode } = await publishedEpisode()
    const other = await publishedEpisode()
    const empty = await catalog.podcast(host)
    const draft = await catalog.draft(host, empty.id)
    for (const path of [
      `/listen/${empty.id}/${draft.id}`,
      `/listen/${other.podcast.id}/${episode.id}`,
      `/embed/${draft.id}`,
    ]) {
      expect((await fetchPage(path)).status).toBe(404)
    }
    await catalog.db.run(sql`update episode set hidden_at = now() where id = ${episode.id}`)
    catalog.cache.clear()
    expect((await fetchPage(`/listen/${podcast.id}/${episode.id}`)).status).toBe(404)
  })

  it('responds 410 with a page once the episode and the show are deleted', async () => {
    const { podcast, episode } = await publishedEpisode()
    await catalog.as(host).call(DeleteEpisode, { params: { id: episode.id }, query: { confirm: 'true' } })
    await catalog.as(host).call(DeletePodcast, { params: { id: podcast.id }, query: { confirm: 'true' } })
    // The deletion records them.
    await catalog.db.run(sql`
      insert into removed_address (id) values (${episode.id}), (${podcast.id}) on conflict do nothing
    `)
    for (const path of [`/listen/${podcast.id}`, `/listen/${podcast.id}/${episode.id}`, `/embed/${episode.id}`]) {
      const { response, $ } = await open(path)
      expect(response.status).toBe(410)
      expect($('h1')).toHaveLength(1)
    }
  })
})
