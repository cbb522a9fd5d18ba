// The player of the embed. It stores nothing and starts only when the listener presses a button.
const SKIP_SECONDS = 15
const VOLUME_STEP = 0.05
const RATES = [1, 1.25, 1.5, 2, 0.75]
const SHOWN_EVENTS = ['play', 'pause', 'timeupdate', 'seeked', 'volumechange', 'ratechange', 'ended']

const find = (selector) => document.querySelector(selector)
const audio = find('audio')

const two = (number) => String(number).padStart(2, '0')
const clock = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds || 0))
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
const spoken = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds || 0))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ].filter(([count]) => count > 0)
  return parts.map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(' ') || '0 seconds'
}

const reportHeight = () =>
  window.parent.postMessage({ type: 'griot:height', height: document.documentElement.scrollHeight }, '*')

// The position to start at, until the browser knows the length of the recording.
let wanted = Number(audio?.dataset.start) || undefined
const positionOf = () => wanted ?? audio.currentTime
const lengthOf = () => (Number.isFinite(audio.duration) ? audio.duration : Number(audio.dataset.seconds))

const show = () => {
  const [play, progress, mute, speed] = ['.play', '.progress input', '.mute', '.speed'].map(find)
  const [position, length] = [positionOf(), lengthOf()]
  play.toggleAttribute('data-on', !audio.paused)
  play.setAttribute('aria-label', audio.paused ? 'Play' : 'Pause')
  progress.max = String(Math.max(1, Math.floor(length)))
  progress.value = String(Math.floor(position))
  progress.setAttribute('aria-valuetext', `${spoken(position)} of ${spoken(length)}`)
  find('.position').textContent = clock(position)
  find('.total').textContent = clock(length)
  mute.setAttribute('aria-label', audio.muted ? 'Unmute' : 'Mute')
  mute.setAttribute('aria-pressed', String(audio.muted))
  speed.textContent = `${audio.playbackRate}×`
  speed.setAttribute('aria-label', `Speed: ${audio.playbackRate}×`)
}

const seek = (seconds) => {
  const target = Math.min(Math.max(0, seconds), lengthOf())
  if (audio.readyState === 0) wanted = target
  else audio.currentTime = target
  show()
}
const skip = (seconds) => seek(positionOf() + seconds)
const toggle = () => {
  find('.problem').hidden = true
  if (!audio.paused) return audio.pause()
  if (audio.error) audio.load()
  // A pause before the audio has loaded rejects the promise.
  audio.play().catch(() => undefined)
}
const toggleMute = () => {
  audio.muted = !audio.muted
}
const changeVolume = (step) => {
  audio.volume = Math.min(1, Math.max(0, (audio.muted ? 0 : audio.volume) + step))
  audio.muted = false
}
const changeSpeed = () => {
  audio.playbackRate = RATES[(RATES.indexOf(audio.playbackRate) + 1) % RATES.length]
  audio.defaultPlaybackRate = audio.playbackRate
}

const playEpisode = (button) => {
  find('.list [aria-current]')?.removeAttribute('aria-current')
  button.setAttribute('aria-current', 'true')
  const { title, page, audio: address, seconds } = button.dataset
  Object.assign(find('.title a'), { textContent: title, href: page })
  wanted = undefined
  audio.src = address
  audio.dataset.seconds = seconds
  audio.setAttribute('aria-label', title)
  toggle()
  show()
}

const describeMedia = () => {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({
    title: audio.getAttribute('aria-label'),
    artist: audio.dataset.show,
    artwork: [{ src: find('.cover').src }],
  })
}

const KEYS = {
  ' ': { act: toggle, notIn: 'button, a' },
  ArrowLeft: { act: () => skip(-SKIP_SECONDS), notIn: 'input' },
  ArrowRight: { act: () => skip(SKIP_SECONDS), notIn: 'input' },
  ArrowUp: { act: () => changeVolume(VOLUME_STEP), notIn: 'input' },
  ArrowDown: { act: () => changeVolume(-VOLUME_STEP), notIn: 'input' },
  m: { act: toggleMute },
}
const handleKey = (event) => {
  const key = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!key || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  if (key.notIn && event.target.closest(key.notIn)) return
  event.preventDefault()
  key.act()
}

const startPlayer = () => {
  for (const event of SHOWN_EVENTS) audio.addEventListener(event, show)
  audio.addEventListener('play', describeMedia)
  audio.addEventListener('loadedmetadata', () => {
    if (wanted !== undefined) audio.currentTime = wanted
    wanted = undefined
    show()
  })
  audio.addEventListener('error', () => {
    find('.problem').hidden = false
    show()
    reportHeight()
  })

  find('.play').addEventListener('click', toggle)
  find('.back').addEventListener('click', () => skip(-SKIP_SECONDS))
  find('.forward').addEventListener('click', () => skip(SKIP_SECONDS))
  find('.mute').addEventListener('click', toggleMute)
  find('.speed').addEventListener('click', changeSpeed)
  find('.progress input').addEventListener('input', (event) => seek(Number(event.target.value)))
  for (const button of document.querySelectorAll('.list button')) {
    button.addEventListener('click', () => playEpisode(button))
  }
  document.addEventListener('keydown', handleKey)

  audio.controls = false
  find('.player-controls').hidden = false
  show()
}

if (audio) startPlayer()
if (window.parent === window) find('.outside').hidden = false
else {
  new ResizeObserver(reportHeight).observe(document.documentElement)
  reportHeight()
}
