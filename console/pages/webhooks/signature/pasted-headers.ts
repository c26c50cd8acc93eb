// Finds the signed headers in pasted text: log lines, curl output, server dumps, or just the two
// values. Pure.

import type { SignedHeaders } from './check-signature.ts'

const names = ['svc-signature', 'svc-signatures', 'svc-timestamp'] as const

/**
 * Accepts header names in any case, with `-` or `_`, quoted or not, also as `HTTP_SVC_TIMESTAMP`.
 */
export function readPastedHeaders(text: string): SignedHeaders {
  const named = names.flatMap((name) => {
    const value = readHeader(text, name.replace('-', '[-_]'))
    return value === undefined ? [] : [[name, value] as const]
  })
  return named.length > 0 ? Object.fromEntries(named) : readBare(text)
}

function readHeader(text: string, name: string): string | undefined {
  const line = new RegExp(
    `(?:^|[^\\w-]|HTTP_)${name}["']?\\]?\\s*(?:=>|[:=])[ \\t]*([^\\r\\n]*)`,
    'i',
  )
  const value = line.exec(text)?.[1]?.trim()
  if (value === undefined) return undefined
  const quoted = /^(["'])(.*?)\1/.exec(value)
  return quoted?.[2] ?? value.replace(/,$/, '')
}

/**
 * Without names: a signature list, a value with the length of a digest, a value that looks like a
 * time.
 */
function readBare(text: string): SignedHeaders {
  const list = /v1=[^\s]*/.exec(text)?.[0]
  const words = text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('v1='))
  const timestamp = words.find((word) => /^[0-9]{1,15}$/.test(word))
  const signature = words.find((word) => word !== timestamp)
  return {
    ...(list === undefined ? {} : { 'svc-signatures': list }),
    ...(signature === undefined ? {} : { 'svc-signature': signature }),
    ...(timestamp === undefined ? {} : { 'svc-timestamp': timestamp }),
  }
}
