// A DNS server on loopback whose answers the test chooses, for names whose addresses change.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type QuestionType = 'A' | 'AAAA'

/** Returns the addresses for a question; an empty list is an empty answer, undefined no answer at all. */
export type AnswerQuestion = (name: string, type: QuestionType) => readonly string[] | undefined

export interface DnsServer {
  /** `127.0.0.1:port`, as c-ares takes it. */
  readonly address: string
  /** `A name` for each question, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const typeNumbers = { A: 1, AAAA: 28 }

export async function startDnsServer(answer: AnswerQuestion): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const question = readQuestion(query)
    asked.push(`${question.type} ${question.name}`)
    const addresses = answer(question.name, question.type)
    if (addresses !== undefined) socket.send(reply(query, question, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

interface Question {
  readonly name: string
  readonly type: QuestionType
  /** Where it ends in the query. */
  readonly end: number
}

const headBytes = 12

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = headBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === typeNumbers.A ? 'A' : 'AAAA'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

/** Repeats the question, then adds one record for each address of its type. */
function reply(query: Buffer, question: Question, addresses: readonly string[]): Buffer {
  const fitting = addresses.filter((address) => isIPv4(address) === (question.type === 'A'))
  const head = Buffer.from(query.subarray(0, headBytes))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(fitting.length, 6)
  head.writeUInt32BE(0, 8)
  const records = fitting.map((address) => record(address, question.type))
  return Buffer.concat([head, query.subarray(headBytes, question.end), ...records])
}

function record(address: string, type: QuestionType): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(headBytes)
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(typeNumbers[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}
