// receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET
if (!secret) throw new Error('WEBHOOK_SECRET is not set')

/** The status to answer with. `body` is a Buffer of the bytes that came, `now` Unix seconds. */
export function judge(headers, body, secret, now = Math.floor(Date.now() / 1000)) {
  const timestamp = (headers['svc-timestamp'] ?? '').trim()
  const listed = (headers['svc-signatures'] ?? '').split(',').map((entry) => entry.trim())
  const offered = listed.filter((entry) => entry.startsWith('v1=')).map((entry) => entry.slice(3))
  offered.push((headers['svc-signature'] ?? '').trim())
  const digests = offered.filter((text) => /^[0-9a-f]{64}$/i.test(text))
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const fits = digests.some((digest) => timingSafeEqual(Buffer.from(digest, 'hex'), expected))
  if (!fits || !/^[0-9]{1,15}$/.test(timestamp)) return 401
  return Math.abs(now - Number(timestamp)) > 300 ? 400 : 200
}

const inbox = new Map() // Yours: a table whose primary key is the event's id.

async function receive(request, response) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > 1_000_000) return request.destroy()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  const status = judge(request.headers, body, secret)
  if (status === 200) {
    const event = JSON.parse(body.toString('utf8'))
    if (!inbox.has(event.id)) console.log(`received ${event.event} ${event.id}`)
    inbox.set(event.id, event)
  }
  response.writeHead(status).end()
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(500).end())
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on port ${server.address().port}`)
})
