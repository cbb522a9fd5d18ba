/** The second of the last link, until the audio can seek. */
let start

// Chapters and times of the notes are links to `?t=`. With this script they seek without a new page.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-start]')
  const audio = document.querySelector('audio')
  if (!link || !audio || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const isPending = start !== undefined
  start = Number(link.dataset.start)
  const seek = () => {
    audio.currentTime = start
    start = undefined
    // The audio element itself shows a failure.
    audio.play().catch(() => {})
  }
  if (audio.readyState > 0) return seek()
  if (isPending) return
  audio.addEventListener('loadedmetadata', seek, { once: true })
  audio.load()
})
