// The thread of sync-postgres.ts: has one connection, to the database that was asked last.

import { workerData } from 'node:worker_threads'
import { Client } from 'pg'
import type { Answer, Link, Question } from './sync-postgres.ts'

const { port, answers }: Link = workerData
let connected: { readonly url: string; readonly client: Client } | undefined

port.on('message', async (question: Question) => {
  port.postMessage(await answerTo(question))
  Atomics.add(answers, 0, 1)
  Atomics.notify(answers, 0)
})

async function answerTo({ url, text }: Question): Promise<Answer> {
  try {
    if (connected?.url !== url) await disconnect()
    if (text === undefined) return { value: undefined }
    connected ??= { url, client: await connectTo(url) }
    const { rows } = await connected.client.query<unknown[]>({ text, rowMode: 'array' })
    return { value: rows?.[0]?.[0] }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A database that is dropped ends its connections.
  client.on('error', () => {})
  client.on('end', () => {
    if (connected?.client === client) connected = undefined
  })
  await client.connect()
  return client
}

async function disconnect(): Promise<void> {
  const { client } = connected ?? {}
  connected = undefined
  await client?.end()
}
