// A webhook receiver in its own process. The path selects its behaviour: `/hang...` never answers, `/stall...` stops
// answering after a while, `/timed...` records the arrival of each event, any other path answers 204 at once. It
// sends its records to the parent process on request.

import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { z } from 'zod'
import { listenLocally } from '../listen-locally.ts'

const [, , keyFile = '', certFile = ''] = process.argv
/** Requests that a `/stall...` path answers before it stops. */
const answersBeforeStall = 100
const question = z.enum(['counts', 'arrivals'])
const event = z.object({ data: z.object({ number: z.number() }) })

const counts: Record<string, number> = {}
let arrivals: [path: string, number: number, atMs: number][] = []

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => {
    const path = request.url ?? '/'
    const read = path.startsWith('/timed') ? noteArrival(path, request) : request.resume()
    read.on('end', () => {
      const count = (counts[path] ?? 0) + 1
      counts[path] = count
      if (path.startsWith('/hang')) return
      if (path.startsWith('/stall') && count > answersBeforeStall) return
      response.writeHead(204).end()
    })
  },
)
server.keepAliveTimeout = 60_000
process.send?.({ port: await listenLocally(server) })
process.on('message', (asked) => {
  const isAboutCounts = question.parse(asked) === 'counts'
  process.send?.(isAboutCounts ? { counts } : { arrivals })
  if (!isAboutCounts) arrivals = []
})
process.on('disconnect', () => process.exit(0))

function noteArrival(path: string, request: IncomingMessage): IncomingMessage {
  const atMs = performance.timeOrigin + performance.now()
  const chunks: Buffer[] = []
  return request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const { number } = event.parse(JSON.parse(Buffer.concat(chunks).toString())).data
      arrivals.push([path, number, atMs])
    })
}
