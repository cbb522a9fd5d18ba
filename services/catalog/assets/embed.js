// The player of the embed. It stores nothing and starts only when the listener presses a button.
const SKIP_SECONDS = 15
const VOLUME_STEP = 0.05

const find = (selector) => document.querySelector(selector)
const audio = find('audio')
const player = find('.player-controls')

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

const startPlayer = () => {
  const play = find('.play')
  const progress = find('.progress input')
  const position = find('.position')
  const total = find('.total')
  const mute = find('.mute')
  const speed = find('.speed')
  const problem = find('.problem')
  const rates = [1, 1.25, 1.5, 2, 0.75]

  const lengthOf = () => (Number.isFinite(audio.duration) ? audio.duration : Number(audio.dataset.seconds))
  const show = () => {
    const length = lengthOf()
    const isOn = !audio.paused
    play.toggleAttribute('data-on', isOn)
    play.setAttribute('aria-label', isOn ? 'Pause' : 'Play')
    progress.max = String(Math.max(1, Math.floor(length)))
    progress.value = String(Math.floor(wanted ?? audio.currentTime))
    progress.setAttribute('aria-valuetext', `${spoken(wanted ?? audio.currentTime)} of ${spoken(length)}`)
    position.textContent = clock(wanted ?? audio.currentTime)
    total.textContent = clock(length)
    mute.setAttribute('aria-label', audio.muted ? 'Unmute' : 'Mute')
    mute.setAttribute('aria-pressed', String(audio.muted))
    speed.textContent = `${audio.playbackRate}×`
    speed.setAttribute('aria-label', `Speed: ${audio.playbackRate}×`)
  }

  // The position to start at, until the browser knows the length of the recording.
  let wanted = Number(audio.dataset.start) || undefined
  const seek = (seconds) => {
    const target = Math.min(Math.max(0, seconds), lengthOf())
    if (audio.readyState === 0) wanted = target
    else audio.currentTime = target
    show()
  }
  const toggle = () => {
    problem.hidden = true
    if (!audio.paused) return audio.pause()
    if (audio.error) audio.load()
    // A pause before the audio has loaded rejects the promise.
    audio.play().catch(() => undefined)
  }
  const skip = (seconds) => seek((wanted ?? audio.currentTime) + seconds)
  const volumeBy = (step) => {
    audio.volume = Math.min(1, Math.max(0, (audio.muted ? 0 : audio.volume) + step))
    audio.muted = false
  }
  const toggleMute = () => {
    audio.muted = !audio.muted
  }

  audio.addEventListener('loadedmetadata', () => {
    if (wanted !== undefined) audio.currentTime = wanted
    wanted = undefined
    show()
  })
  for (const event of ['play', 'pause', 'timeupdate', 'seeked', 'volumechange', 'ratechange', 'ended']) {
    audio.addEventListener(event, show)
  }
  audio.addEventListener('error', () => {
    problem.hidden = false
    show()
    reportHeight()
  })
  play.addEventListener('click', toggle)
  find('.back').addEventListener('click', () => skip(-SKIP_SECONDS))
  find('.forward').addEventListener('click', () => skip(SKIP_SECONDS))
  mute.addEventListener('click', toggleMute)
  progress.addEventListener('input', () => seek(Number(progress.value)))
  speed.addEventListener('click', () => {
    audio.playbackRate = rates[(rates.indexOf(audio.playbackRate) + 1) % rates.length]
    audio.defaultPlaybackRate = audio.playbackRate
  })

  const actions = {
    ' ': { act: toggle, notIn: 'button, a' },
    ArrowLeft: { act: () => skip(-SKIP_SECONDS), notIn: 'input' },
    ArrowRight: { act: () => skip(SKIP_SECONDS), notIn: 'input' },
    ArrowUp: { act: () => volumeBy(VOLUME_STEP), notIn: 'input' },
    ArrowDown: { act: () => volumeBy(-VOLUME_STEP), notIn: 'input' },
    m: { act: toggleMute },
  }
  document.addEventListener('keydown', (event) => {
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (action.notIn && event.target.closest(action.notIn)) return
    event.preventDefault()
    action.act()
  })

  const describe = () => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({
      title: audio.getAttribute('aria-label'),
      artist: audio.dataset.show,
      artwork: [{ src: find('.cover').src }],
    })
  }
  audio.addEventListener('play', describe)

  for (const button of document.querySelectorAll('.list button')) {
    button.addEventListener('click', () => {
      find('.list [aria-current]')?.removeAttribute('aria-current')
      button.setAttribute('aria-current', 'true')
      const link = find('.title a')
      link.textContent = button.dataset.title
      link.href = button.dataset.page
      wanted = undefined
      audio.src = button.dataset.audio
      audio.dataset.seconds = button.dataset.seconds
      audio.setAttribute('aria-label', button.dataset.title)
      toggle()
      show()
    })
  }

  audio.controls = false
  player.hidden = false
  show()
}

if (audio) startPlayer()
if (window.parent === window) find('.outside').hidden = false
else {
  new ResizeObserver(reportHeight).observe(document.documentElement)
  reportHeight()
}
