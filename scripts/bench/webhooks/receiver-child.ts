// A receiver of webhooks in a process of its own: answers 204 at once, or hangs on one path, and tells
// its parent how many requests came to each path when asked.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'

const [, , keyFile = '', certFile = ''] = process.argv
const counts: Record<string, number> = {}

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => {
    const path = request.url ?? '/'
    request.resume().on('end', () => {
      counts[path] = (counts[path] ?? 0) + 1
      if (path.startsWith('/hang')) return
      response.writeHead(204).end()
    })
  },
)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('message', () => process.send?.({ counts }))
process.on('disconnect', () => process.exit(0))
