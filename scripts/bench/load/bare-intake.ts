// The bare loop of the row `intake`, in a process of its own: reads a request's bytes from the socket, encrypts them
// with AES-256-GCM, writes them to a file and syncs it before it answers 202. No parsing, no inspection, no database.

import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenLocally } from '../listen-locally.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-intake-'))
const key = randomBytes(32)
let count = 0

const server = createServer((request, response) => {
  void encryptBody(request).then(() => response.writeHead(202, { 'Content-Length': 0 }).end())
})
process.send?.({ port: await listenLocally(server) })
process.on('disconnect', () => {
  rmSync(folder, { recursive: true })
  process.exit(0)
})

async function encryptBody(request: IncomingMessage): Promise<void> {
  count += 1
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const file = await open(join(folder, String(count)), 'wx', 0o600)
  await file.write(nonce)
  for await (const chunk of request) await file.write(cipher.update(chunk))
  cipher.final()
  await file.write(cipher.getAuthTag())
  await file.sync()
  await file.close()
}
