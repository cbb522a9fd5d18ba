/** Options of ffmpeg that add chapters to its first input. */
export const chapterOptions = (chapters: readonly { start: number; title: string }[], seconds: number) => {
  const entries = chapters.map(({ start, title }, at) => {
    const [from, to] = [start * 1000, (chapters[at + 1]?.start ?? seconds) * 1000]
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${from}\nEND=${to}\ntitle=${title}\n`
  })
  const metadata = Buffer.from(`;FFMETADATA1\n${entries.join('')}`).toString('base64')
  return [
    ...['-f', 'ffmetadata', '-i', `data:text/plain;base64,${metadata}`],
    ...['-map', '0:a', '-map_metadata', '1', '-map_chapters', '1'],
  ]
}
