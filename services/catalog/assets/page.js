// Chapters and times of the notes are links to `?t=`. With this script they seek without a new page.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-start]')
  const audio = document.querySelector('audio')
  if (!link || !audio || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const seek = () => {
    audio.currentTime = Number(link.dataset.start)
    audio.play()
  }
  if (audio.readyState > 0) return seek()
  audio.addEventListener('loadedmetadata', seek, { once: true })
  audio.load()
})
