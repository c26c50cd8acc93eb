// Bare Koa, the peer of the HTTP rows, in a process of its own. `POST /echo` parses JSON and answers with it; `POST
// /insert` also inserts it in one synced transaction; `GET /answer` answers with the JSON that its parent gave it.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import Koa from 'koa'
import { z } from 'zod'
import { listenLocally } from '../listen-locally.ts'

/** The message that sets the answer to `GET /answer`. */
const given = z.object({ answer: z.unknown() })

let answer: unknown
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-bare-'))
const database = new Sqlite(join(folder, 'bare.db'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('create table submissions (id integer primary key, body text not null)')
const insert = database.prepare('insert into submissions (body) values (?)')

const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method === 'GET') {
    ctx.body = answer
    return
  }
  const text = await readText(ctx.req)
  const body: unknown = JSON.parse(text)
  // One statement outside a transaction is one transaction with one sync.
  if (ctx.path === '/insert') insert.run(text)
  ctx.body = body
})
const server = createServer(app.callback())
process.send?.({ port: await listenLocally(server) })
process.on('message', (message) => {
  answer = given.parse(message).answer
  process.send?.('taken')
})
process.on('disconnect', () => {
  database.close()
  rmSync(folder, { recursive: true })
  process.exit(0)
})

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
