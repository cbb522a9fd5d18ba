// Asked by the container's engine. Plain JavaScript, because the image holds nothing that could build it. Not the
// gateway's /healthz, which says how everything behind it does: that is no reason to replace the gateway.
const { PORT = '8080', METRICS_PORT } = process.env
const address = METRICS_PORT ? `http://127.0.0.1:${METRICS_PORT}/healthz` : `http://127.0.0.1:${PORT}/readyz`
const answer = await fetch(address).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
