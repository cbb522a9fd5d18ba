import { type Sql, sql } from '@griot/service-kit/db/db'
import type { Person } from '@griot/service-kit/testing/identity'
import { SaxesParser } from 'saxes'
import type { TestCatalog } from './harness.ts'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

/** The root of a document, by a parser that refuses what is not well formed. */
export const parseXml = (document: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser()
  const addText = (text: string) => {
    const current = open.at(-1)
    if (current !== undefined) current.text += text
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(document).close()
  const [element] = root.children
  if (element === undefined) throw new Error('the document has no element')
  return element
}

export const childrenOf = (parent: XmlElement | undefined, name: string) =>
  (parent?.children ?? []).filter((child) => child.name === name)

export const textOf = (parent: XmlElement | undefined, name: string) => childrenOf(parent, name)[0]?.text

/** Requests of a feed, and changes of it as other parts of the product make them. */
export const openFeed = (catalog: () => TestCatalog, host: Person) => {
  const get = (id: string, headers: Record<string, string> = {}, query = '') =>
    catalog().as(null).fetch(`/feeds/${id}.xml${query}`, { headers })

  return {
    get,
    async channel(id: string, query = '') {
      const response = await get(id, {}, query)
      const [channel] = parseXml(await response.text()).children
      if (channel === undefined) throw new Error(`no feed: ${response.status}`)
      return channel
    },
    /** A show with an episode in its feed. */
    async show() {
      const { id } = await catalog().podcast(host)
      const episode = await this.episode(id)
      return { id, episodeId: episode.id }
    },
    async episode(podcastId: string, about: { title?: string; description?: string; episodeNumber?: number } = {}) {
      const episode = await catalog().playableEpisode(host, podcastId, about)
      await this.setEpisode(episode.id, sql`mp3_bytes = 2345678`)
      return episode
    },
    setShow: (id: string, assignments: Sql) =>
      change(catalog(), sql`update podcast set ${assignments} where id = ${id}`, id),
    setEpisode: (id: string, assignments: Sql) =>
      change(
        catalog(),
        sql`update episode set ${assignments} where id = ${id}`,
        sql`(select podcast_id from episode where id = ${id})`,
      ),
  }
}

const change = async ({ db, cache }: TestCatalog, statement: Sql, podcastId: string | Sql) => {
  await db.run(statement)
  await db.run(sql`
    update podcast set feed_changed_at = greatest(clock_timestamp(), feed_changed_at + interval '1 ms')
    where id = ${podcastId}
  `)
  cache.clear()
}
