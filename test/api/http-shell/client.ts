// How tests talk to a shell: requests through undici, or bytes of their own choice on a socket.

import { connect, type Socket } from 'node:net'
import { Agent, type Dispatcher, FormData, request } from 'undici'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The text as JSON; undefined where there is none. */
  readonly json: ReplyJson
}

interface ReplyJson {
  readonly data?: unknown
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly request_id: string
    readonly param?: string
    readonly details?: readonly { readonly param: string; readonly code: string }[]
  }
}

export interface Call {
  readonly method?: Dispatcher.HttpMethod
  /** Text of an API key, sent as Bearer. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: object | string | Buffer | FormData
}

/** Node's own dispatcher does not know the forms of the package. */
const dispatcher = new Agent()

export async function call(url: string, given: Call = {}): Promise<Reply> {
  const { body } = given
  const isJson = typeof body === 'object' && !(body instanceof FormData) && !Buffer.isBuffer(body)
  const response = await request(url, {
    dispatcher,
    method: given.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(given.key === undefined ? {} : { authorization: `Bearer ${given.key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...given.headers,
    },
    body: isJson
      ? JSON.stringify(body)
      : ((body as string | Buffer | FormData | undefined) ?? null),
  })
  const text = await response.body.text()
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: isJsonType(response.headers['content-type']) && text !== '' ? JSON.parse(text) : {},
  }
}

function isJsonType(type: string | string[] | undefined): boolean {
  return String(type).startsWith('application/json')
}

/** A form of text fields and of files, each of the latter with a file name that means nothing. */
export function form(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer | string>> = {},
): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  for (const [name, content] of Object.entries(files)) {
    made.append(name, new Blob([new Uint8Array(Buffer.from(content))]), '../../etc/passwd')
  }
  return made
}

/** Sends bytes as they are, hears the first whole response, and hangs up. */
export async function sayRaw(
  port: number,
  ...pieces: readonly (string | Buffer)[]
): Promise<string> {
  const socket = await dial(port)
  const answer = hearAnswer(socket)
  for (const piece of pieces) socket.write(piece)
  try {
    return await answer
  } finally {
    socket.destroy()
  }
}

/** The first whole response on a connection, as its Content-Length says. Rejects when there is none. */
export function hearAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      const [, head, length] = /^(.*?\r\nContent-Length: (\d+)\r\n.*?\r\n\r\n)/is.exec(heard) ?? []
      if (head !== undefined && heard.length >= head.length + Number(length)) resolve(heard)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`No whole response came: ${heard}`)))
  })
}

export function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** All that arrives until the connection ends, however it ends. */
export function hearAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

/** Resolves as soon as what has arrived holds `text`. */
export function hear(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('utf8')
      if (heard.includes(text)) resolve(heard)
    })
  })
}

/** The body of a raw response, as JSON. */
export function bodyOf(response: string): ReplyJson {
  return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
}
