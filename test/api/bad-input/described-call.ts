// A call of the API whose answer is held against the interface document.

import { assertDescribed } from '../../support/interface-check.ts'
import { type Call, call, type Reply } from '../http-shell/client.ts'

export async function describedCall(url: string, given: Call = {}): Promise<Reply> {
  const reply = await call(url, given)
  const { status, headers, text } = reply
  const method = given.method ?? (given.body === undefined ? 'GET' : 'POST')
  const header = (name: string) => headers[name.toLowerCase()]?.toString()
  assertDescribed({ method, url, status, header, text })
  return reply
}
