// The container health check. Plain JavaScript because the image has no build tools. The gateway is checked with /readyz:
// /healthz also fails when a service behind the gateway fails, which is no reason to replace the gateway.
const { PORT = '8080', METRICS_PORT } = process.env
const address = METRICS_PORT ? `http://127.0.0.1:${METRICS_PORT}/healthz` : `http://127.0.0.1:${PORT}/readyz`
const response = await fetch(address).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
