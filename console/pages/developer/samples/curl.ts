// A request as a curl command for POSIX shells. Pure.

import type { SampleRequest } from './sample-request.ts'

export function curlSample(request: SampleRequest): string {
  const { method, url, needsKey, isRepeatable, body } = request
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined)
  const lines = [
    `curl ${isUsual ? '' : `-X ${method} `}${quote(url)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $SVC_API_KEY"'] : []),
    ...(isRepeatable ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...bodyLines(body),
  ]
  return lines.join(' \\\n  ')
}

function bodyLines(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') {
    const text = JSON.stringify(body.value, undefined, 2)
    return ["-H 'Content-Type: application/json'", `-d ${quote(text)}`]
  }
  return [
    ...body.fields.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    ...body.files.map(([name, file]) => `-F ${quote(`${name}=@${file}`)}`),
  ]
}

/** In single quotes a shell takes every character literally, except the quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
